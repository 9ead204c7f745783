import type { IncomingMessage, ServerResponse } from 'node:http';

const methods = ['GET', 'POST', 'DELETE'];

/**
 * Lets pages of an allowed origin read the answers, and answers their preflight questions and the
 * methods that the endpoint has not; true when it answered. The guard has checked the origin.
 */
export function answeredForBrowser(req: IncomingMessage, res: ServerResponse): boolean {
  const { origin } = req.headers;
  if (origin !== undefined) {
    res.setHeader('access-control-allow-origin', origin);
    res.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate');
    res.setHeader('vary', 'origin');
  }
  const { method = '' } = req;
  if (methods.includes(method)) return false;
  if (method === 'OPTIONS' && origin !== undefined)
    res
      .writeHead(204, {
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': req.headers['access-control-request-headers'] ?? '',
        'access-control-max-age': '600',
      })
      .end();
  else
    res
      .writeHead(405, { allow: methods.join(', '), 'content-type': 'application/json' })
      .end('{"jsonrpc":"2.0","error":{"code":-32000,"message":"Method not allowed."},"id":null}');
  return true;
}
