import { expect, test } from 'vitest';
import { NO_ADJUSTMENTS } from './adjustments.ts';
import { diagnose } from './diagnose.ts';

const own = new Set(['mypackage']);

test.each([
  ['src/x.c:3:10: fatal error: openssl/ssl.h: No such file or directory', ['libssl-dev']],
  ['/usr/bin/ld: cannot find -lz', ['zlib1g-dev']],
  ["Package 'libseccomp', required by 'virtual:world', not found", ['libseccomp-dev']],
  ['The system library `alsa` required by crate `alsa-sys` was not found.', ['libasound2-dev']],
  ['fatal error: cmocka.h: No such file or directory', ['libcmocka-dev']],
  ['fatal error: fmt/core.h: No such file or directory', ['libfmt-dev']],
  ["configure: error: No package 'libuv' found", ['libuv1-dev']],
  ['ERROR: Dependency "jansson" not found, tried pkgconfig', ['libjansson-dev']],
  ['package configuration file provided by "yaml-cpp" with any', ['libyaml-cpp-dev']],
  ['configure.ac:9: error: possibly undefined macro: AX_CHECK', ['autoconf-archive']],
  ['/bin/sh: 1: makeinfo: not found', ['texinfo']],
  ['bash: line 1: jq: command not found', ['jq']],
  ['exec: "ssh-keygen": executable file not found in $PATH', ['openssh-client']],
])('%s', (log, packages) => {
  expect(diagnose(log, NO_ADJUSTMENTS, own)?.adjustments.systemPackages).toEqual(packages);
});

test.each([
  ["ModuleNotFoundError: No module named 'yaml'", ['pyyaml']],
  ["ModuleNotFoundError: No module named 'requests_mock.contrib'", ['requests-mock']],
  ["E       fixture 'mocker' not found", ['pytest-mock']],
  ["Jest: 'ts-node' is required for the TypeScript configuration files", ['ts-node']],
])('%s', (log, packages) => {
  expect(diagnose(log, NO_ADJUSTMENTS, own)?.adjustments.testPackages).toEqual(packages);
});

test('modules of the project are not installed from elsewhere', () => {
  const log = "ModuleNotFoundError: No module named 'mypackage'";
  expect(diagnose(log, NO_ADJUSTMENTS, own)).toBeUndefined();
});

test('a registry that does not know dates', () => {
  const log = 'npm error code ENOVERSIONS\nnpm error No versions available for accepts';
  expect(diagnose(log, NO_ADJUSTMENTS, own)?.adjustments.undated).toBe(true);
});

test('no fix is tried twice', () => {
  const log = '/usr/bin/ld: cannot find -lz';
  const first = diagnose(log, NO_ADJUSTMENTS, own);
  expect(first?.because).toContain('zlib1g-dev');
  expect(diagnose(log, first?.adjustments ?? NO_ADJUSTMENTS, own)).toBeUndefined();
});
