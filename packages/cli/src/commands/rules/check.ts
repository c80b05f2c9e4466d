import { join } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import {
  checkContract,
  loadRuleset,
  openGround,
  scanCounts,
  scanGround,
} from '@refbench/rule-engine';
import { selectInstances } from '@refbench/runner';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../../workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

export function addRulesCheckCommand(rules: Command, setExitCode: (code: number) => void): void {
  const command = rules
    .command('check <instance...>')
    .description('whether rulesets keep their contract on base and golden')
    .option('--json', 'one object an instance on standard output', false);
  addWorkspaceOptions(command).action(async (patterns: readonly string[], options: Options) => {
    const workspace = workspaceOf(options);
    const { mirror } = workspace;
    for (const { instance, dir, rulesDir } of await selectInstances(workspace, patterns)) {
      const ruleset = await loadRuleset(rulesDir);
      const cacheDir = join(workspace.stateDir, 'repositories');
      await using ground = await openGround({ instance, instanceDir: dir, mirror, cacheDir });
      const all = [...ruleset.additive, ...ruleset.reductive];
      const { base, golden } = await scanGround(ground, all, {
        cacheDir: join(workspace.stateDir, 'matches'),
      });
      const report = checkContract(ruleset, scanCounts(all, base), scanCounts(all, golden));
      if (!report.holds) setExitCode(EXIT_CODES['invalid-file']);
      if (options.json) {
        process.stdout.write(`${JSON.stringify({ instance: instance.id, ...report })}\n`);
        continue;
      }
      const lines = report.violations.map(({ sentence }) => `  ${sentence}\n`);
      const verdict = report.holds ? `all ${all.length} rules hold` : `${lines.length} violations`;
      process.stdout.write(`${instance.id}  ${verdict}\n${lines.join('')}`);
    }
  });
}
