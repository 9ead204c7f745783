import { defineConfig, field, list } from '@std-tools/core';
import * as z from 'zod';

const { accepts, schema } = list('comma-separated exact host names');
const hostNames = {
  accepts,
  schema: schema.refine(
    names => names.every(name => /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/i.test(name)),
    'must be host names without scheme, port or wildcard',
  ),
};

/** Settings of the launcher itself. */
export const launcherConfig = defineConfig({
  area: 'Launcher',
  fields: {
    httpToken: field({
      env: 'DPTTOOLS_HTTP_TOKEN',
      accepts: 'visible ASCII characters without spaces',
      schema: z
        .string()
        .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
        .optional(),
      default: undefined,
      doc: 'Bearer token that HTTP clients must send. Needed to bind beyond loopback.',
      secret: true,
    }),
    httpAllowedHosts: field({
      env: 'DPTTOOLS_HTTP_ALLOWED_HOSTS',
      ...hostNames,
      default: [],
      doc: 'Names accepted in the Host header, besides those of loopback and the bound address.',
    }),
    httpAllowedOrigins: field({
      env: 'DPTTOOLS_HTTP_ALLOWED_ORIGINS',
      ...hostNames,
      default: [],
      doc: 'Host names accepted in the Origin header of browsers, besides those of loopback.',
    }),
    plugins: field({
      env: 'DPTTOOLS_PLUGINS',
      ...list('comma-separated packages or ./files'),
      default: [],
      doc: 'Modules whose exported server factory is composed too, like `--plugin`.',
    }),
  },
});
