import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createHelloServer } from '../server.ts';

const it = serverTest(() => createHelloServer());

it('greets by name', async ({ call }) => {
  expect(await call('say_hello', { name: 'Ada' })).toBe('Hello, Ada!');
});

it('greets in capital letters when asked', async ({ call }) => {
  expect(await call('say_hello', { name: 'Ada', loud: true })).toBe('HELLO, ADA!');
});

it('explains an empty name', async ({ error }) => {
  expect(await error('say_hello', { name: '' })).toBe(
    'Error: name is empty: give the name of a person',
  );
});

it('names an unknown argument and the allowed ones', async ({ error }) => {
  expect(await error('say_hello', { name: 'Ada', nick: 'A' })).toBe(
    'Error: invalid arguments for say_hello\nnick: unknown argument; allowed: name, loud',
  );
});
