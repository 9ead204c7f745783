import { expect, it } from 'vitest';
import { similarKeys } from './similar-keys.ts';

const keys = ['client:acme:format', 'client:acme:contact', 'weather', 'Client:Acme:Format2'];

it('names the most similar keys first, in any letter case', () => {
  expect(similarKeys('client:acme:fromat', keys)).toEqual([
    'client:acme:format',
    'Client:Acme:Format2',
    'client:acme:contact',
  ]);
});

it('names at most as many as asked for', () => {
  expect(similarKeys('client:acme:format', keys, 1)).toEqual(['client:acme:format']);
});

it('names none that is not alike', () => {
  expect(similarKeys('invoice', keys)).toEqual([]);
});
