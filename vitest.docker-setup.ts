import { execFileSync } from 'node:child_process';

/** Some container tests drive the real command, which runs from dist/: it must not be a stale one. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: import.meta.dirname, stdio: 'inherit' });
}
