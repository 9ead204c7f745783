import { testServer } from '@std-tools/testing';
import { createHelloServer } from './server.ts';

testServer({
  create: createHelloServer,
  snapshot: '../tools.snapshot.json',
  contract: {
    say_hello: {
      required: ['name'],
      parameters: { name: { types: ['string'] }, loud: { types: ['boolean'], default: false } },
    },
  },
  maxListCharacters: 700,
  samples: () => ({ name: ['Ada'] }),
});
