import { defineConfig, field, list, optionalText } from '@std-tools/core';

/** Settings of the launcher itself. */
export const launcherConfig = defineConfig({
  area: 'Launcher',
  fields: {
    httpToken: field({
      env: 'DPTTOOLS_HTTP_TOKEN',
      ...optionalText('any text'),
      default: undefined,
      doc: 'Bearer token that HTTP clients must send. Needed to bind beyond loopback.',
      secret: true,
    }),
    httpAllowedHosts: field({
      env: 'DPTTOOLS_HTTP_ALLOWED_HOSTS',
      ...list('comma-separated exact host names'),
      default: [],
      doc: 'Names accepted in the Host header, besides those of loopback and the bound address.',
    }),
    httpAllowedOrigins: field({
      env: 'DPTTOOLS_HTTP_ALLOWED_ORIGINS',
      ...list('comma-separated exact host names'),
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
