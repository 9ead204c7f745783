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
  /^(localhost|::1)$/.test(address) || /^127(\.\d{1,3}){3}$/.test(address);

/** Answers 403 or 401 itself when it is not passed, and says so. */
type Check = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Checks the Host and Origin headers, before a body is read, against DNS rebinding. */
export function addressCheck(options: GuardOptions): Check {
  const local = localhostAllowedHostnames();
  const address = options.host.replace(/^[^[].*:.*$/, '[$&]');
  const checks = [
    hostHeaderValidation([...local, address, ...options.httpAllowedHosts]),
    originValidation([...local, ...options.httpAllowedOrigins]),
  ];
  return (req, res) => {
    // What stands before an @ is no part of the name that is compared.
    if (!req.headers.host?.includes('@')) return checks.every(check => check(req, res));
    res.writeHead(403).end();
    return false;
  };
}

/** Checks the bearer token; passes everybody when none is set. */
export function tokenCheck({ httpToken }: GuardOptions): Check {
  if (httpToken === undefined) return () => true;
  return (req, res) => {
    const given = /^bearer +(.*)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(given), digest(httpToken))) return true;
    res
      .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Bearer' })
      .end('{"error":"invalid_token"}');
    return false;
  };
}

/** Equal lengths, so that the comparison takes the same time for every guess. */
const digest = (text: string) => createHash('sha256').update(text).digest();
