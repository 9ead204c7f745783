const protocolVersion = '2025-06-18';
const closeMs = 2000;
const answerMs = 60_000;
const mostStderr = 4000;

/**
 * Starts an MCP server over stdio and shakes hands with it: JSON-RPC, one message a line. No SDK is
 * in between, so the same few lines of client stand before every server that is compared.
 * `startedAt` is the moment just before the process was made.
 */
export async function startServer(workspace, { command, args, env, cwd }) {
  const startedAt = process.hrtime.bigint();
  const child = workspace.spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = new Promise(done => child.once('exit', done));
  const waiting = new Map();
  let lastId = 0;
  let stderr = '';

  const send = message => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const receive = message => {
    if (message.method !== undefined && message.id !== undefined)
      return send({ id: message.id, error: { code: -32601, message: 'not offered' } });
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    return answer?.(message);
  };
  const fail = reason => {
    for (const answer of waiting.values()) answer({ error: { message: `${reason} ${stderr}` } });
    waiting.clear();
  };
  readLines(child.stdout, line => {
    const message = parse(line);
    if (message) receive(message);
    else fail(`the server printed what is no message: ${line.slice(0, 80)}`);
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr = (stderr + text).slice(-mostStderr);
  });
  child.stdin.on('error', () => {}); // a write to a server that was killed; `exited` tells
  child.once('error', error => fail(error.message));
  child.once('close', () => fail('the server ended.'));

  const request = async (method, params) => {
    lastId += 1;
    const reply = new Promise(answer => waiting.set(lastId, answer));
    const timer = setTimeout(fail, answerMs, `no answer in ${answerMs} ms.`);
    send({ id: lastId, method, params });
    const { result, error } = await reply;
    clearTimeout(timer);
    if (error) throw new Error(`${method} failed: ${error.message}`);
    return result;
  };

  await request('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'std-tools-bench', version: '0.1.0' },
  });
  send({ method: 'notifications/initialized' });

  return {
    pid: child.pid,
    startedAt,
    exited,
    request,

    /** The text of a tool's first block; an error result throws. */
    async call(name, toolArguments) {
      const { content, isError } = await request('tools/call', { name, arguments: toolArguments });
      if (isError) throw new Error(`${name} failed: ${content[0]?.text}`);
      return content[0]?.text;
    },

    /** Ends the server as a client does, by closing its stdin, and kills one that stays. */
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), closeMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

function readLines(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8').on('data', text => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.trim() !== '') onLine(line);
  });
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
