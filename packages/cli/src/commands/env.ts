import type { Command } from 'commander';
import { addEnvLeaksCommand } from './env-leaks.ts';

export function addEnvCommand(program: Command, setExitCode: (code: number) => void): void {
  const env = program.command('env').description('the environments of instances');
  addEnvLeaksCommand(env, setExitCode);
}
