import { execFileSync } from 'node:child_process';

/**
 * Some container tests drive the real command, which runs from dist/: it must not be a stale one.
 * Each container project calls this, but one build is enough, and `scripts/test` has built already.
 */
export function setup(): void {
  if (process.env['REFBENCH_BUILT'] === '1') return;
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: import.meta.dirname, stdio: 'inherit' });
  process.env['REFBENCH_BUILT'] = '1';
}
