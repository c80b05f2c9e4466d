import { expect, test } from 'vitest';
import { missingPlugins } from './pytest-plugins.ts';

test.each([
  ["E       fixture 'mocker' not found", ['pytest-mock']],
  ["'dependency' not found in `markers` configuration option", ['pytest-dependency']],
  ['__main__.py: error: unrecognized arguments: --cov=x --cov-report=term', ['pytest-cov']],
  ['error: unrecognized arguments: -n 4 --dist=loadfile', ['pytest-xdist']],
  ['PytestConfigWarning: Unknown config option: asyncio_mode', ['pytest-asyncio']],
  ['PytestUnknownMarkWarning: Unknown pytest.mark.django_db - is this a typo?', ['pytest-django']],
  ['Failed: async def functions are not natively supported.', ['pytest-asyncio']],
  [
    'async def functions are not natively supported.\n Unknown pytest.mark.trio\nPytestUnknownMarkWarning: Unknown pytest.mark.trio',
    ['pytest-trio'],
  ],
  ["fixture 'own_thing' not found; unrecognized arguments: --own", []],
])('%s', (log, plugins) => {
  expect(missingPlugins(log)).toEqual(plugins);
});
