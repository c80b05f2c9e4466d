// Runs a shell script as an unprivileged user with an environment of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { keepOutput } from './keep-output.mjs';
import { killAll } from './kill-user.mjs';

/**
 * Runs the script and kills all processes that the user still has afterwards. Standard error goes to
 * our standard error, and so does standard output, unless `output` specifies a file and its size limit.
 * @returns status or signal of the first process, and `unkillable` if processes could not be killed
 */
export async function runAs(uid, { script, env, output, timeoutMs }) {
  const variables = {
    PATH: process.env['PATH'],
    HOME: uid === 10_001 ? '/home/bench' : '/tmp',
    USER: 'bench',
    LOGNAME: 'bench',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...env,
  };
  const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs'];
  const child = spawn('setpriv', [...user, '--inh-caps=-all', 'bash', '-c', script], {
    cwd: '/testbed',
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own, so that it shares no process group with this process.
    detached: true,
  });
  child.stderr.pipe(process.stderr, { end: false });
  if (output === undefined) child.stdout.pipe(process.stderr, { end: false });
  const closed = Promise.all([
    output === undefined
      ? finished(child.stdout)
      : keepOutput(child.stdout, output.path, output.maxBytes),
    finished(child.stderr),
  ]);
  const timer = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const [status, signal] = await once(child, 'exit');
  clearTimeout(timer);
  const unkillable = !(await killAll(uid));
  // A process that cannot be ended may hold the output open for ever.
  if (unkillable) for (const stream of [child.stdout, child.stderr]) stream.destroy();
  await closed.catch(() => undefined);
  return { status, signal, unkillable };
}
