import type { CommandFacts } from '../refbench-command.ts';

export const ENVIRONMENT_EXITS: CommandFacts['exits'] = [
  'engine',
  'image',
  'invalid-file',
  'disk',
  'repository',
  'interrupted',
];
export const RULE_EXITS: CommandFacts['exits'] = ['invalid-file', 'disk', 'repository'];
export const MINE_EXITS: CommandFacts['exits'] = [
  'infra-incomplete',
  'invalid-file',
  'in-use',
  'disk',
  'interrupted',
];
export const KOA: string = 'koajs__koa-ef467caa';
export const TALLY: string = 'refbench__tally-6637120b';
