import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

it.each([
  'DPTTOOLS_HTTP_TOKEN',
  'DPTTOOLS_WEB_SEARCH_API_KEY',
  'LLMWHISPERER_API_KEY',
  'VISION_LIQUID_API_KEY',
])('keeps %s from children', name => {
  expect(childEnvironment({ [name]: 'x', PATH: '/bin' })).toEqual({ PATH: '/bin' });
});

it.each(['PATH', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'DPTTOOLS_MEMORY_DIR', 'MONKEY'])(
  'passes %s on',
  name => {
    expect(childEnvironment({ [name]: 'x' })).toEqual({ [name]: 'x' });
  },
);
