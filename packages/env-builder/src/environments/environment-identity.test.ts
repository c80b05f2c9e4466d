import { expect, it } from 'vitest';
import {
  environmentDigest,
  systemLayerDigest,
  type EnvironmentInputs,
} from './environment-identity.ts';

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

const inputs: EnvironmentInputs = {
  recipe: digest('a'),
  baseTree: 'b'.repeat(40),
  baseImage: digest('c'),
  manifests: [
    { path: 'package.json', base: undefined, golden: { mode: '100644', oid: 'd'.repeat(40) } },
  ],
};

it('changes with each input', () => {
  const [manifest] = inputs.manifests;
  const others: Partial<EnvironmentInputs>[] = [
    { recipe: digest('0') },
    { baseTree: '0'.repeat(40) },
    { baseImage: digest('0') },
    { manifests: [] },
    { manifests: manifest === undefined ? [] : [{ ...manifest, path: 'go.mod' }] },
    { manifests: manifest === undefined ? [] : [{ ...manifest, golden: undefined }] },
  ];
  const all = [{}, ...others].map((other) => environmentDigest({ ...inputs, ...other }));
  expect(new Set(all).size).toBe(all.length);
  expect(environmentDigest({ ...inputs })).toBe(all[0]);
});

it('shares a system layer by its script and base image', () => {
  const script = Buffer.from('apt-get install -y x');
  const one = systemLayerDigest(script, digest('a'));
  expect(systemLayerDigest(Buffer.from(script), digest('a'))).toBe(one);
  expect(systemLayerDigest(script, digest('b'))).not.toBe(one);
  expect(systemLayerDigest(Buffer.from('true'), digest('a'))).not.toBe(one);
});
