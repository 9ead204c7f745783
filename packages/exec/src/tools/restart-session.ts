import { defineTool } from '@std-tools/core';
import * as z from 'zod';
import { sessionShell } from '../state.ts';

export default defineTool({
  name: 'restart_session',
  title: 'Restart session',
  description:
    'Ends all background jobs of execute_command and sets its working folder back to where the ' +
    'server started; files stay. Use it when still_running lists what you no longer need. A ' +
    'running command is waited for. Returns that folder.',
  input: z.strictObject({}),
  hints: { readOnly: false, openWorld: false, idempotent: true },
  async handler(_, ctx) {
    const folder = await (await sessionShell(ctx)).restart(ctx.signal);
    return `Session restarted; the working folder is ${folder}.`;
  },
});
