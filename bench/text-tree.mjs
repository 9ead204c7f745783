import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from './random.mjs';

const fileCount = 21_000;
const folderCount = 1400;
const deepestFolder = 7;
const stockLines = 60_000;
const medianFileBytes = 3000;
const sizeSpread = 1.33;
const largestFileBytes = 600_000;

/**
 * Makes a tree of text files, the same for the same seed: sizes as in source trees (most files are
 * small, a few carry most bytes), words by Zipf's law. `once` occurs in one line of one file,
 * `never` in none.
 */
export function makeTextTree(root, seed) {
  const random = seededRandom(seed);
  const once = 'settleLedgerSnapshot';
  const never = 'revokeLedgerSnapshot';
  const folders = makeFolders(root, random);
  const stock = makeStock(random);
  const chosen = Math.floor(fileCount * random());
  let bytes = 0;
  for (let index = 0; index < fileCount; index += 1) {
    const text = cutFromStock(stock, fileBytes(random), random);
    const content = index === chosen ? `${text}  return ${once}(account);\n${text}` : text;
    writeFileSync(join(pick(folders, random).path, fileName(index, random)), content);
    bytes += content.length;
  }
  return { once, never, fileCount, bytes };
}

function makeFolders(root, random) {
  const folders = [{ path: root, depth: 0 }];
  while (folders.length < folderCount) {
    const parent = pick(folders, random);
    if (parent.depth === deepestFolder) continue;
    // Some folders are hidden, as in the trees that agents work in.
    const prefix = random() < 0.03 ? '.' : '';
    const path = join(parent.path, `${prefix}${pick(words, random)}-${folders.length}`);
    mkdirSync(path);
    folders.push({ path, depth: parent.depth + 1 });
  }
  return folders;
}

const fileName = (index, random) => `${pick(words, random)}-${index}.${pick(extensions, random)}`;

/** A log-normal size; two uniform numbers make one normal number (Box and Muller). */
function fileBytes(random) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(largestFileBytes, medianFileBytes * Math.exp(sizeSpread * normal));
}

/** The lines of which all files are cut: a text, and where its lines begin. */
function makeStock(random) {
  const starts = [];
  let text = '';
  for (let line = 0; line < stockLines; line += 1) {
    starts.push(text.length);
    text += makeLine(random);
  }
  return { text, starts };
}

function makeLine(random) {
  if (random() < 0.12) return '\n';
  const count = 2 + Math.floor(10 * random());
  const parts = Array.from({ length: count }, () => `${zipfWord(random)}${pick(marks, random)}`);
  return `${'  '.repeat(Math.floor(4 * random()))}${parts.join('')}\n`;
}

function zipfWord(random) {
  const word = words[Math.floor(words.length ** random()) - 1];
  return random() < 0.15 ? word + capitalized(pick(words, random)) : word;
}

function cutFromStock({ text, starts }, size, random) {
  const start = pick(starts, random);
  return text.slice(start, text.indexOf('\n', start + size) + 1 || text.length);
}

const capitalized = word => word[0].toUpperCase() + word.slice(1);

const pick = (list, random) => list[Math.floor(list.length * random())];

const extensions = ['ts', 'js', 'py', 'md', 'json', 'txt', 'css', 'html', 'yaml', 'c', 'h'];
const marks = [' ', ' ', ' ', ' ', ' ', ' ', ', ', '.', '(', ') ', ' = ', ': ', '; ', "'"];
const words = `the of to a and in is return for if this that const it value name with from not be
  on by as import type error function string list new file path number index key size true false
  line text table result item node call option read write set get start end open close test case
  state event user account request reply client server message time date limit count order price
  page form field label button color image video sound map point shape left right top bottom
  first last next previous parent child group part whole level depth width height length total
  average minimum maximum random seed hash token secret public private shared local remote cache
  queue stack tree graph edge vertex route handler filter sort merge split join copy move remove
  insert update select delete create build check verify parse format print draw load save store
  report record ledger balance invoice payment customer product stock river mountain forest window
  garden winter summer morning evening paper pencil letter number bridge harbor engine signal
  measure weight speed power energy matter light shadow mirror circle square triangle`.split(/\s+/);
