import { expect, test } from 'vitest';
import { viewOf } from '../autodetect.testkit.ts';
import { commandsOf, readCiFacts, versionsOf } from './ci-files.ts';

test('Azure Pipelines: stages, jobs, steps and the versions of a matrix', async () => {
  const facts = await readCiFacts(
    viewOf({
      'azure-pipelines.yml': `
variables: { COLOR: never }
stages:
  - stage: Test
    jobs:
      - job: unit
        pool: { vmImage: ubuntu-20.04 }
        variables: { LEVEL: '3' }
        strategy:
          matrix:
            py38: { python.version: '3.8' }
            py310: { python.version: '3.10' }
        steps:
          - task: UsePythonVersion@0
            inputs: { versionSpec: $(python.version) }
          - script: sudo apt-get install -y libxml2-dev
          - script: |
              pip install -e .
              pytest tests
            workingDirectory: lib
          - bash: echo mac
            condition: eq(variables['Agent.OS'], 'Darwin')
          - powershell: Write-Host
      - job: other
        pool: { vmImage: windows-latest }
        steps: [{ script: dir }]
`,
    }),
  );
  expect(commandsOf(facts)).toEqual([
    'sudo apt-get install -y libxml2-dev',
    'pip install -e .',
    'pytest tests',
  ]);
  expect(facts.steps.map(({ job, folder }) => [job, folder])).toEqual([
    ['unit', '.'],
    ['unit', 'lib'],
  ]);
  expect(versionsOf(facts, 'python')).toEqual(['3.8', '3.10']);
  expect(facts.packages.map(({ name }) => name)).toEqual(['libxml2-dev']);
  expect(facts.variables).toMatchObject([{ name: 'LEVEL', value: '3' }]);
});

test('Azure Pipelines: templates with parameters, and parts below a condition', async () => {
  const facts = await readCiFacts(
    viewOf({
      'azure-pipelines.yml': `
jobs:
  - template: ci/test.yml
    parameters: { name: stable, cmd: test --release }
  - template: ci/test.yml
  - template: jobs.yml@elsewhere
`,
      'ci/test.yml': `
parameters:
  name: default
  cmd: test
jobs:
  - job: \${{ parameters.name }}
    pool: { vmImage: $(vmImage) }
    steps:
      - template: install.yml
        parameters: { version: 1.50.0 }
      - \${{ if eq(parameters.cmd, 'test') }}:
          - script: cargo hack check
      - script: cargo \${{ parameters.cmd }} --all-features
`,
      'ci/install.yml': `
parameters:
  - name: version
    default: stable
steps:
  - script: rustup default \${{ parameters.version }}
`,
    }),
  );
  const lines = facts.steps.map(({ job, lines: [line] }) => `${job}: ${line}`);
  expect(lines).toEqual([
    'stable: rustup default 1.50.0',
    'stable: cargo hack check',
    'stable: cargo test --release --all-features',
    'default: rustup default 1.50.0',
    'default: cargo hack check',
    'default: cargo test --all-features',
  ]);
});

test('Azure Pipelines: steps alone are a job', async () => {
  const steps =
    'steps:\n  - script: npm test\n  - task: NodeTool@0\n    inputs: { versionSpec: 12.x }\n';
  const facts = await readCiFacts(viewOf({ 'azure-pipelines.yml': steps }));
  expect(commandsOf(facts)).toEqual(['npm test']);
  expect(versionsOf(facts, 'node')).toEqual(['12.x']);
});
