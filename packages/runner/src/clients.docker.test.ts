import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resolveAgent } from '@refbench/agents';
import { attemptRecordSchema, trajectorySchema } from '@refbench/contracts';
import { readJsonFile } from '@refbench/files';
import { scoreOf, TestBench } from './bench.testkit.ts';
import { agentContestant, type Contestant } from './contestant.ts';
