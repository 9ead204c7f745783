import { seededRandom } from './random.mjs';

const countedPairs = 31;
const resamples = 10_000;
const bootstrapSeed = 20_261_130;

/**
 * Measures ours and theirs in alternating pairs, so that a change in the load of the machine meets
 * both. `measurePair` gets the two sides in their order, which changes from pair to pair, and
 * returns the figures of each by name. Pairs that only warm up are not in the result.
 */
export async function measurePairs(measurePair, { pairs = countedPairs, warmUps = 2 } = {}) {
  const results = [];
  for (let index = -warmUps; index < pairs; index += 1) {
    const pair = await measurePair(index % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours']);
    if (index >= 0) results.push(pair);
  }
  return results;
}

/** Runs the measure of each side, one after the other. */
export async function inTurn(order, measures) {
  const figures = {};
  for (const side of order) figures[side] = await measures[side]();
  return figures;
}

/**
 * Prints one figure of measured pairs: both medians, the median ratio ours/theirs with its 95 %
 * interval, and, where there is a goal, whether the interval's upper end is under it.
 */
export function printFigure({ name, unit, pairs, figure, goal }) {
  const column = side => pairs.map(pair => pair[side][figure]);
  const ratios = pairs.map(({ ours, theirs }) => ours[figure] / theirs[figure]);
  const { low, high } = bootstrapInterval(ratios);
  const middle = side => `${figureText(median(column(side)))} ${unit}`;
  const ratio = `${median(ratios).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  const verdict = goal === undefined ? '' : goalText(goal, high);
  console.log(row(name, middle('ours'), middle('theirs'), ratio, verdict));
}

export const printHeading = () => console.log(row('', 'ours', 'theirs', 'ratio [95 %]', 'goal'));

const row = (name, ours, theirs, ratio, verdict) =>
  [name.padEnd(33), ours.padStart(8), theirs.padStart(8), '', ratio.padEnd(18), verdict]
    .join(' ')
    .trimEnd();

/** The 95 % percentile interval of the median, from resamples that are the same in every run. */
function bootstrapInterval(values) {
  const random = seededRandom(bootstrapSeed);
  const draw = () => values[Math.floor(random() * values.length)];
  const medians = Array.from({ length: resamples }, () => median(values.map(draw)));
  medians.sort(ascending);
  return { low: medians[resamples * 0.025], high: medians[resamples * 0.975 - 1] };
}

function median(values) {
  const sorted = [...values].sort(ascending);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const ascending = (one, other) => one - other;

const goalText = (goal, high) => `${goal.toFixed(2)} ${high < goal ? 'holds' : 'misses'}`;

const figureText = value => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
