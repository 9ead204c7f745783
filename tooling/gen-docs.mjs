// The generated documentation: tool reference, configuration, README tables, .env.example.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packages, root } from './workspace.mjs';

const banner = '<!-- Made by `pnpm gen`; do not edit. -->\n';

/** Pairs of path and content. */
export async function generatedDocs() {
  const servers = await loadServers();
  const tables = await loadTables(servers);
  return new Map([
    ['docs/reference/tools.md', toolsPage(servers)],
    ['docs/reference/configuration.md', configurationPage(tables)],
    ['.env.example', envExample(tables)],
    ['README.md', filled('README.md', serverTable(servers))],
    ...servers.map(({ folder, listing, server }) => [
      `${folder}/README.md`,
      filled(`${folder}/README.md`, `${toolTable(listing)}\n\n${settingsTable(server.config)}`),
    ]),
  ]);
}

/** Every published server of the launcher's catalog with its list of tools. */
async function loadServers() {
  const { createHost } = await load('packages/core/dist/index.js');
  const { catalog } = await load('apps/launcher/dist/catalog.js');
  return Promise.all(
    catalog.map(async entry => {
      const server = await entry.load();
      const listing = createHost([server], { env: {} }).list();
      const folder = `packages/${entry.folder}`;
      const { manifest } = packages().find(one => one.folder === folder);
      return { folder, server, listing, npmName: manifest.name };
    }),
  );
}

/** All settings: the launcher's, the log's, and each area of the servers once. */
async function loadTables(servers) {
  const { logConfig } = await load('packages/core/dist/index.js');
  const { launcherConfig } = await load('apps/launcher/dist/launcher-config.js');
  const tables = [...servers.flatMap(({ server }) => server.config), launcherConfig, logConfig];
  return [...new Map(tables.map(table => [table.area, table])).values()];
}

const load = path => import(pathToFileURL(join(root, path)).href);

const toolsPage = servers => `${banner}\n# Tools\n\n${servers.map(serverSection).join('\n')}`;

const serverSection = ({ server, listing, npmName }) =>
  `## ${server.title} (\`${npmName}\`)\n\n${listing.map(toolSection).join('\n')}`;

function toolSection({ name, description, inputSchema, annotations }) {
  const required = new Set(inputSchema.required ?? []);
  const rows = Object.entries(inputSchema.properties ?? {}).map(
    ([parameter, schema]) =>
      `| \`${parameter}\` | ${typeText(schema)} | ${required.has(parameter) ? 'required' : defaultText(schema)} | ${cell(schema.description)} |`,
  );
  const kind = annotations.readOnlyHint
    ? 'Reads only.'
    : annotations.destructiveHint
      ? 'Changes or removes data.'
      : 'Adds data.';
  return [
    `### \`${name}\``,
    '',
    `${description} ${kind}`,
    '',
    '| Argument | Type | Default | Meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function typeText(schema) {
  if (schema.enum) return schema.enum.map(one => `\`${one}\``).join(', ');
  if (schema.type === 'array') return `array of ${typeText(schema.items ?? {})}`;
  return schema.type ?? (schema.anyOf ?? []).map(typeText).join(' or ');
}

const defaultText = ({ default: value }) =>
  value === undefined ? '' : `\`${JSON.stringify(value)}\``;

const configurationPage = tables =>
  [
    banner,
    '# Configuration',
    '',
    'Every setting is an environment variable. A value given in code wins over the environment; an',
    'empty variable counts as not set. No `.env` file is read: load one in what starts the server.',
    'Each server checks the settings it reads when it starts: a fault ends the start with exit code 2',
    'and one message that names every faulty variable.',
    '',
    ...tables.map(table => `## ${table.area}\n\n${variableTable(table)}\n`),
  ].join('\n');

const variableTable = ({ fields }) =>
  [
    '| Variable | Default | Accepted | Effect |',
    '|---|---|---|---|',
    ...Object.values(fields).map(
      ({ env, accepts, doc, ...field }) =>
        `| \`${env}\` | ${shownDefault(field) || '(none)'} | ${cell(accepts)} | ${cell(doc)} |`,
    ),
  ].join('\n');

const shownDefault = field => {
  const text = plainDefault(field);
  return text && `\`${text}\``;
};
const plainDefault = ({ default: value }) => (value === undefined ? '' : String(value));

const envExample = tables =>
  [
    '# Every setting with its default. Made by `pnpm gen`; do not edit.',
    '',
    ...tables.flatMap(({ area, fields }) => [
      `## ${area}`,
      ...Object.values(fields).flatMap(({ env, doc, ...field }) => [
        `# ${doc}`,
        `# ${env}=${plainDefault(field)}`,
      ]),
      '',
    ]),
  ].join('\n');

const serverTable = servers =>
  [
    '| Server | Package | Tools |',
    '|---|---|---|',
    ...servers.map(
      ({ server, npmName, listing, folder }) =>
        `| [${server.title}](${folder}/README.md) | \`${npmName}\` | ${listing.map(tool => `\`${tool.name}\``).join(', ')} |`,
    ),
  ].join('\n');

const toolTable = listing =>
  [
    '| Tool | Arguments | What it does |',
    '|---|---|---|',
    ...listing.map(
      ({ name, inputSchema, description }) =>
        `| \`${name}\` | ${Object.keys(inputSchema.properties ?? {})
          .map(parameter => `\`${parameter}\``)
          .join(', ')} | ${cell(description.split(/(?<=\.) /, 1)[0])} |`,
    ),
  ].join('\n');

const settingsTable = tables =>
  [
    '| Variable | Default | Effect |',
    '|---|---|---|',
    ...tables.flatMap(({ fields }) =>
      Object.values(fields).map(
        ({ env, doc, ...field }) =>
          `| \`${env}\` | ${shownDefault(field) || '(none)'} | ${cell(doc)} |`,
      ),
    ),
  ].join('\n');

/** A hand-written page with what stands between its markers made anew. */
function filled(path, content) {
  const file = join(root, path);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [begin, end] = ['<!-- generated -->', '<!-- /generated -->'];
  if (!text.includes(begin) || !text.includes(end))
    throw new Error(`${path} lacks ${begin} ${end}`);
  const before = text.slice(0, text.indexOf(begin) + begin.length);
  return `${before}\n\n${content}\n\n${text.slice(text.indexOf(end))}`;
}

const cell = text => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
