import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the application for pages, which takes half a second, so that tests need no other build. */
export function setup(): void {
  const script = fileURLToPath(new URL('packages/web/scripts/build-app.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the application for pages cannot be built: ${stderr}`);
}
