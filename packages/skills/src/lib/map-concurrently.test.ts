import { expect, it } from 'vitest';
import { mapConcurrently } from './map-concurrently.ts';

const { signal } = new AbortController();
const turn = () => new Promise(resolve => setImmediate(resolve));

it('keeps the order and never works on more at once', async () => {
  let atWork = 0;
  let most = 0;
  const results = await mapConcurrently([3, 1, 2, 0, 5], 2, signal, async item => {
    atWork += 1;
    most = Math.max(most, atWork);
    for (let turns = 0; turns < item; turns += 1) await turn();
    atWork -= 1;
    return item * 2;
  });
  expect(results).toEqual([6, 2, 4, 0, 10]);
  expect(most).toBe(2);
});

it('takes no further item once it is cancelled', async () => {
  const cancel = new AbortController();
  const seen: number[] = [];
  const mapped = mapConcurrently([1, 2, 3], 1, cancel.signal, async item => {
    seen.push(item);
    cancel.abort(new Error('enough'));
  });
  await expect(mapped).rejects.toThrow('enough');
  expect(seen).toEqual([1]);
});
