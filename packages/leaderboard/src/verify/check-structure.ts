import { runPlanSchema, type RunPlan } from '@refbench/contracts';
import { parseJson, sha256OfBytes } from '@refbench/base';
import { attemptPath } from '../bundle/attempt-path.ts';
import { isReference } from '../bundle/is-reference.ts';
import { isSignatureValid } from '../bundle/keys.ts';
import {
  ATTEMPT_FILES,
  MANIFEST_FILE,
  manifestSchema,
  RUN_FOLDER,
  SIGNATURE_FILE,
  signatureSchema,
  type Manifest,
} from '../bundle/manifest.ts';
import { check, type Check } from './verification.ts';

type Files = ReadonlyMap<string, Buffer>;

/** A bundle whose manifest could be read. */
export interface OpenedBundle {
  readonly manifest: Manifest;
  readonly plan: RunPlan;
  readonly files: Files;
}

/** Checks manifest, signature, digests and completeness. Without a manifest, there is no bundle. */
export function checkStructure(
  files: Files,
  knownKeys: ReadonlyMap<string, string>,
): { readonly checks: readonly Check[]; readonly bundle: OpenedBundle | undefined } {
  const manifest = parseJson(files.get(MANIFEST_FILE)?.toString('utf8') ?? '', manifestSchema);
  if (manifest.kind === 'invalid') {
    return {
      checks: [check('manifest', [`${MANIFEST_FILE}: ${manifest.reason}`], '')],
      bundle: undefined,
    };
  }
  const checks = [
    check('manifest', [], `${manifest.value.files.length} files of run ${manifest.value.run}`),
    checkSignature(files, manifest.value, knownKeys),
    checkDigests(files, manifest.value),
  ];
  const text = files.get(`${RUN_FOLDER}/run.json`)?.toString('utf8') ?? '';
  const plan = parseJson(text, runPlanSchema);
  if (plan.kind === 'invalid') {
    return {
      checks: [...checks, check('plan', [`run.json: ${plan.reason}`], '')],
      bundle: undefined,
    };
  }
  const bundle = { manifest: manifest.value, plan: plan.value, files };
  return { checks: [...checks, checkComplete(bundle)], bundle };
}

/** The public key that signed a bundle, as SPKI in base64; empty without a readable signature. */
export function publicKeyOf({ files }: Pick<OpenedBundle, 'files'>): string {
  const text = files.get(SIGNATURE_FILE)?.toString('utf8') ?? '';
  const parsed = parseJson(text, signatureSchema);
  return parsed.kind === 'valid' ? parsed.value.public_key : '';
}

function checkSignature(
  files: Files,
  manifest: Manifest,
  knownKeys: ReadonlyMap<string, string>,
): Check {
  const parsed = parseJson(files.get(SIGNATURE_FILE)?.toString('utf8') ?? '', signatureSchema);
  if (parsed.kind === 'invalid') {
    return check('signature', [`${SIGNATURE_FILE}: ${parsed.reason}`], '');
  }
  if (!isSignatureValid(manifest, parsed.value)) {
    return check('signature', ['the signature does not belong to this manifest and key'], '');
  }
  const owner = knownKeys.get(parsed.value.public_key);
  return owner === undefined
    ? check('signature', [`the key ${parsed.value.public_key} is not known`], '')
    : check('signature', [], `signed by ${owner}`);
}

function checkDigests(files: Files, { files: listed }: Manifest): Check {
  const problems: string[] = [];
  const names = new Set([MANIFEST_FILE, SIGNATURE_FILE]);
  for (const { path, size, digest } of listed) {
    if (names.has(path)) problems.push(`${path} is listed twice`);
    names.add(path);
    const content = files.get(path);
    if (content === undefined) problems.push(`${path} is missing`);
    else if (content.length !== size || sha256OfBytes(content) !== digest) {
      problems.push(`${path} differs from the manifest`);
    }
  }
  for (const path of files.keys()) if (!names.has(path)) problems.push(`${path} is not listed`);
  return check('digests', problems, `${listed.length} files are those of the manifest`);
}

/** Every planned result must be there once, with its files and no others. */
function checkComplete({ manifest, plan, files }: OpenedBundle): Check {
  const problems: string[] = [];
  if (plan.run !== manifest.run) problems.push(`the plan is that of run ${plan.run}`);
  const planned = new Set(
    plan.instances.flatMap((instance) =>
      plan.agents.flatMap(({ name }) =>
        Array.from(
          { length: plan.repeats ?? 1 },
          (_, index) => `${name} on ${instance} #${index + 1}`,
        ),
      ),
    ),
  );
  const expected = new Set([`${RUN_FOLDER}/run.json`, `${RUN_FOLDER}/events.jsonl`]);
  for (const attempt of manifest.attempts) {
    const name = `${attempt.agent} on ${attempt.instance} #${attempt.repeat}`;
    if (!planned.delete(name)) problems.push(`${name} is not planned, or is there twice`);
    const folder = `${RUN_FOLDER}/${attemptPath(attempt)}`;
    for (const file of ATTEMPT_FILES.required) {
      if (!files.has(`${folder}/${file}`)) problems.push(`${folder}/${file} is missing`);
    }
    for (const file of [...ATTEMPT_FILES.required, ...ATTEMPT_FILES.optional]) {
      expected.add(`${folder}/${file}`);
    }
  }
  for (const name of planned) problems.push(`${name} is missing`);
  for (const { path } of manifest.files) {
    if (!expected.has(path)) problems.push(`${path} does not belong into a submission`);
  }
  const described = new Set(manifest.description.agents.map(({ name }) => name));
  for (const agent of plan.agents) {
    if (!isReference(agent) && !described.has(agent.name)) {
      problems.push(`${agent.name} is not described`);
    }
  }
  return check('completeness', problems, `${manifest.attempts.length} planned results are there`);
}
