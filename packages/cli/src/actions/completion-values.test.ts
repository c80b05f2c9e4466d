import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listValues } from './completion-values.ts';

test('lists what options accept in the current folder', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'agents/mine'), { recursive: true });
  await mkdir(join(folder.path, 'agents/notes'));
  await writeFile(join(folder.path, 'agents/mine/agent.yaml'), '');
  await mkdir(join(folder.path, 'instances/a__b-00000001'), { recursive: true });
  await writeFile(join(folder.path, 'instances/a__b-00000001/instance.yaml'), '');
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder.path);
  onTestFinished(() => cwd.mockRestore());

  expect(await listValues('instances')).toEqual(['a__b-00000001']);
  const agents = await listValues('agents');
  expect(agents).toContain('golden');
  expect(agents).toContain('claude-code');
  expect(agents.filter((name) => name.startsWith('.'))).toEqual(['./agents/mine']);
  expect(await listValues('models')).toContain('claude-haiku-4-5');
});
