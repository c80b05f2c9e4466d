import type { CommandDocs } from '../command/refbench-command.ts';

export const ENVIRONMENT_EXITS: CommandDocs['exits'] = [
  'engine',
  'image',
  'invalid-file',
  'disk',
  'repository',
  'interrupted',
];
export const RULE_EXITS: CommandDocs['exits'] = ['invalid-file', 'disk', 'repository'];
export const MINE_EXITS: CommandDocs['exits'] = [
  'infra-incomplete',
  'invalid-file',
  'in-use',
  'disk',
  'interrupted',
];
export const KOA: string = 'koajs__koa-ef467caa';
export const TALLY: string = 'refbench__tally-6637120b';
