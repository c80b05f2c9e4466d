import { expect, test } from 'vitest';
import { detect, draft, reasons } from '../autodetect.testkit.ts';
import { detectOtherProject } from './other-project.ts';

test('code in C that belongs to a project of Python or Node.js is tested by it', async () => {
  const python = await draft(detectOtherProject, {
    'setup.py': 'setup(ext_modules=[Extension("speed", ["speed.c"])])',
    'speed.c': '',
    'test_speed.py': 'import pytest',
  });
  expect(python.baseImage).toMatch(/^python/);
  expect(reasons(python)[0]).toMatch(/^setup\.py: the code in C or C\+\+ belongs to it/);
  const manifest = JSON.stringify({ scripts: { test: 'mocha' }, devDependencies: { mocha: '1' } });
  const node = await draft(detectOtherProject, { 'package.json': manifest, 'test/a.js': '' });
  expect(node.baseImage).toMatch(/^node/);
});

test.each([
  { 'setup.cfg': '', 'tool.py': '' },
  { 'package.json': '{"scripts":{"test":"mocha"}}', 'binding.gyp': '', 'test/a.js': '' },
])('%o belongs to none', async (files) => {
  expect(await detect(detectOtherProject, files)).toBeUndefined();
});
