import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { StdioTransport } from './stdio-transport.ts';

async function started(maxBytes = 1000) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport(input, output, maxBytes);
  const events: unknown[] = [];
  transport.onmessage = message => void events.push(message);
  transport.onerror = error => void events.push(error.message);
  transport.onclose = () => void events.push('closed');
  await transport.start();
  return { input, output, transport, events };
}
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

it('takes one message a line, however the lines are cut into chunks', async () => {
  const { input, events } = await started();
  const text = `${JSON.stringify(ping)}\r\n\n${JSON.stringify({ ...ping, id: 'ü' })}\n`;
  for (const byte of Buffer.from(text)) input.write(Buffer.of(byte));
  input.end();
  await once(input, 'end');
  expect(events).toEqual([ping, { ...ping, id: 'ü' }, 'closed']);
});

it('takes a message of 20 MB in small chunks in time linear in its size', async () => {
  const { input, events } = await started(64_000_000);
  const chunk = Buffer.alloc(16_384, 'x');
  input.write('{"jsonrpc":"2.0","method":"m","params":{"text":"');
  for (let count = 0; count < 1280; count += 1) if (!input.write(chunk)) await once(input, 'drain');
  input.end('"}}\n');
  await once(input, 'end');
  expect(events).toHaveLength(2);
  expect(events[0]).toMatchObject({ method: 'm', params: { text: 'x'.repeat(1280 * 16_384) } });
});

it.each([
  ['{', -32_700, 'not JSON'],
  ['[]', -32_600, 'not a JSON-RPC 2.0 message (batches are not supported)'],
  ['null', -32_600, 'not a JSON-RPC 2.0 message (batches are not supported)'],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, 'not a JSON-RPC 2.0 message'],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600, 'not a JSON-RPC 2.0 message'],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600, 'not a JSON-RPC 2.0 message'],
])('answers the line %s with the error %i and goes on', async (line, code, message) => {
  const { input, output, events } = await started();
  input.write(`${line}\n${JSON.stringify(ping)}\n`);
  const [answer] = await once(output, 'data');
  expect(JSON.parse(String(answer))).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  expect(events).toEqual([expect.stringContaining(message), ping]);
});

it('ends the connection at a message over the limit', async () => {
  const { input, events } = await started(100);
  input.write('x'.repeat(101));
  await vi.waitFor(() => expect(events).toContain('closed'));
  expect(events).toEqual(['a message has more than 100 bytes', 'closed']);
});

it('waits with the next message while the client does not read', async () => {
  const { output, transport } = await started();
  const text = 'x'.repeat(output.writableHighWaterMark);
  const sent = transport.send({ jsonrpc: '2.0', id: 1, result: { text } });
  const first = await Promise.race([sent.then(() => 'sent'), Promise.resolve('waits')]);
  expect(first).toBe('waits');
  output.resume();
  await sent;
});
