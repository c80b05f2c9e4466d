import { resolve } from 'node:path';
import { startModelServer } from '@refbench/models/scripted-provider';
import { beforeAll, expect, test } from 'vitest';
import { documentedExamples, type Example } from './examples/documented-examples.testkit.ts';
import { schemaViolations, documentedSchemas } from './examples/documented-schema.testkit.ts';
import { LANES, NOT_EXECUTED, type Lane } from './examples/example-lanes.testkit.ts';
import { MODEL_SCRIPT, startExampleServer } from './examples/example-servers.testkit.ts';
import { makeWorkspace } from './examples/example-workspace.testkit.ts';
import { executeLane, formOf, type Outcome } from './examples/execute-lane.testkit.ts';
import { createProgram } from './program.ts';

const root = resolve(import.meta.dirname, '../../..');
const lanes = Object.keys(LANES) as readonly Lane[];
/** The other lanes build environments and run agents, which takes more than a quarter of an hour. */
const tested: readonly Lane[] = process.env['REFBENCH_TEST_ALL'] === '1' ? lanes : ['studies'];
const schemas = await documentedSchemas(root);
const examples = await documentedExamples(root, await createProgram(() => undefined, []));
const executed = examples.filter(({ line }) => NOT_EXECUTED[line] === undefined);

/** The examples of a lane, in the order of its commands. */
function examplesOf(lane: Lane): readonly Example[] {
  return LANES[lane].flatMap((path) => executed.filter(({ command }) => command.path === path));
}

const outcomes = new Map<string, Outcome>();

beforeAll(async () => {
  await using models = await startModelServer({ script: MODEL_SCRIPT });
  await using server = await startExampleServer();
  await Promise.all(
    tested.map(async (lane) => {
      await using workspace = await makeWorkspace(root, models, server);
      const results = await executeLane(lane, examplesOf(lane), workspace);
      for (const [line, outcome] of results) outcomes.set(line, outcome);
    }),
  );
}, 1_800_000);

test('every example is in one lane, including examples that are not executed', () => {
  const paths = lanes.flatMap((lane) => LANES[lane]);
  expect(new Set(paths).size).toBe(paths.length);
  expect(executed.filter(({ command }) => !paths.includes(command.path))).toEqual([]);
  const known = new Set(examples.map(({ line }) => line));
  expect(Object.keys(NOT_EXECUTED).filter((line) => !known.has(line))).toEqual([]);
});

const isTested = ({ command }: Example): boolean =>
  tested.some((lane) => LANES[lane].includes(command.path));

test.for(executed)('$line', (example, { skip }) => {
  const { line } = example;
  skip(!isTested(example), 'only with scripts/test --all');
  const outcome = outcomes.get(line);
  expect(outcome, line).toBeDefined();
  expect(outcome?.result, `${outcome?.real}\n${outcome?.result.stderr}`).toMatchObject({ code: 0 });
  expect(outcome?.result.stderr).not.toContain('this is a bug');
});

test('the output of --json is as documented', () => {
  const faults = [...outcomes.values()].flatMap(({ json }) => {
    if (json === undefined) return [];
    const { line, name, result } = json;
    const schema = schemas.get(name);
    if (schema === undefined) return [`${name} is not documented`];
    if (result.code !== 0) return [`${line}: ended with ${String(result.code)}: ${result.stderr}`];
    if (result.stdout === '') return [`${line}: printed nothing`];
    return schemaViolations(result.stdout, formOf(name), schema).map((text) => `${line}: ${text}`);
  });
  expect(faults).toEqual([]);
});
