import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/node';
import { type AuthInfo, localhostAllowedHostnames } from '@modelcontextprotocol/server';

export interface GuardOptions {
  readonly host: string;
  readonly httpToken: string | undefined;
  readonly httpAllowedHosts: readonly string[];
  readonly httpAllowedOrigins: readonly string[];
}

/** Who calls when the token was right: all who know it are one. It never holds the token itself. */
export const tokenHolder: AuthInfo = { token: '', clientId: 'token', scopes: [] };

/** True when only this machine can reach the address. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);

/**
 * Checks a request before its body is read: Host and Origin against DNS rebinding, then the bearer
 * token. False when it answered 403 or 401 itself.
 */
export function createGuard(options: GuardOptions) {
  const local = localhostAllowedHostnames();
  const address = options.host.includes(':') ? `[${options.host}]` : options.host;
  const checks = [
    hostHeaderValidation([...local, address, ...options.httpAllowedHosts]),
    originValidation([...local, ...options.httpAllowedOrigins]),
    bearer(options.httpToken),
  ];
  return (req: IncomingMessage, res: ServerResponse): boolean =>
    checks.every(check => check(req, res));
}

const bearer = (token: string | undefined) => (req: IncomingMessage, res: ServerResponse) => {
  if (token === undefined) return true;
  const given = /^bearer +(.*)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return true;
  res
    .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Bearer' })
    .end('{"error":"invalid_token"}');
  return false;
};

/** Equal lengths, so that the comparison takes the same time for every guess. */
const digest = (text: string) => createHash('sha256').update(text).digest();
