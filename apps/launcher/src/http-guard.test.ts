import { expect, it } from 'vitest';
import { isLoopback, tokenHolder } from './http-guard.ts';

it.each([
  ['127.0.0.1', true],
  ['127.9.8.7', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example.com', false],
  ['127.example.com', false],
  ['localhost.example.com', false],
  ['my-machine', false],
  ['fe80::1', false],
])('takes %j for an address that only this machine reaches: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

it('lets nobody read the token from who called', () => {
  expect(tokenHolder).toEqual({ token: '', clientId: 'token', scopes: [] });
});
