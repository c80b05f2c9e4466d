import { RefbenchError } from '@refbench/contracts';
import { isUtf8 } from 'node:buffer';
import { lineOfInvalidUtf8, parseJson, repeatedKeyProblem } from '@refbench/base';
import { z } from 'zod';

/** One prediction, with the field names of SWE-bench. */
const predictionSchema = z.looseObject({
  instance_id: z.string().meta({ examples: ['koajs__koa-ef467caa'] }),
  model_name_or_path: z
    .string()
    .min(1)
    .meta({ examples: ['my-agent'] }),
  model_patch: z.string().nullable().optional(),
  /** The patch's bytes in base64, for patches that are not UTF-8. */
  model_patch_b64: z.base64().optional(),
});

type PredictionFields = z.infer<typeof predictionSchema>;

/** A prediction and its position in the file. */
export interface Prediction {
  /** Position for messages: `line 3`, or the key of an object. */
  readonly place: string;
  /** Lower case. */
  readonly instance: string;
  /** Name as in the file. */
  readonly model: string;
  /** Undefined if the model made no patch. */
  readonly patch: Buffer | undefined;
}

/**
 * Parses predictions: JSON lines, a JSON array, or a JSON object by instance id.
 * @param name name of the file in messages
 * @throws RefbenchError kind `usage` on a file without predictions, `invalid-file` with the line
 *   otherwise
 */
export function parsePredictions(name: string, bytes: Buffer): readonly Prediction[] {
  if (!isUtf8(bytes)) {
    throw invalid(
      name,
      `line ${lineOfInvalidUtf8(bytes)} is not UTF-8`,
      'provide the bytes of a patch that is not UTF-8 in model_patch_b64',
    );
  }
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const predictions = readAll(name, text);
  if (predictions.length > 0) return predictions;
  throw new RefbenchError({
    kind: 'usage',
    message: `${name} contains no predictions`,
    hint: 'provide one JSON object per line, with instance_id, model_name_or_path and model_patch',
  });
}

function readAll(name: string, text: string): readonly Prediction[] {
  if (text.trimStart().startsWith('[')) {
    const parsed = parseJson(text, z.array(predictionSchema));
    if (parsed.kind === 'invalid') throw invalid(name, parsed.reason);
    requireUniqueKeys(name, text);
    return parsed.value.map((fields, index) => toPrediction(name, `entry ${index + 1}`, fields));
  }
  const byId = readObject(name, text);
  if (byId !== undefined) return byId;
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `line ${index + 1}`;
    const parsed = parseJson(line, predictionSchema);
    if (parsed.kind === 'invalid') throw invalid(name, `${place}: ${parsed.reason}`);
    requireUniqueKeys(`${name}: ${place}`, line);
    return [toPrediction(name, place, parsed.value)];
  });
}

/** Parses a file with one object: a single prediction, or predictions by instance id. */
function readObject(name: string, text: string): readonly Prediction[] | undefined {
  const single = parseJson(text, predictionSchema);
  if (single.kind === 'valid') {
    requireUniqueKeys(name, text);
    return [toPrediction(name, 'line 1', single.value)];
  }
  const whole = parseJson(text, z.record(z.string(), z.record(z.string(), z.unknown())));
  if (whole.kind === 'invalid' || Object.keys(whole.value).length === 0) return undefined;
  requireUniqueKeys(name, text);
  return Object.entries(whole.value).map(([id, value]) => {
    const parsed = parseJson(JSON.stringify({ instance_id: id, ...value }), predictionSchema);
    if (parsed.kind === 'invalid') throw invalid(name, `"${id}": ${parsed.reason}`);
    if (parsed.value.instance_id !== id) {
      throw invalid(name, `"${id}": its instance_id is "${parsed.value.instance_id}"`);
    }
    return toPrediction(name, `"${id}"`, parsed.value);
  });
}

function requireUniqueKeys(name: string, text: string): void {
  const problem = repeatedKeyProblem(text);
  if (problem !== undefined) throw invalid(name, problem, 'keep one of the two');
}

function toPrediction(name: string, place: string, fields: PredictionFields): Prediction {
  const { model_patch: text, model_patch_b64: base64 } = fields;
  if (text === undefined && base64 === undefined) {
    throw invalid(name, `${place}: model_patch: it is missing; expected a text, or null for none`);
  }
  // An unpaired surrogate represents bytes that the writer could not decode.
  if (base64 === undefined && /\p{Surrogate}/u.test(text ?? '')) {
    throw invalid(
      name,
      `${place}: model_patch contains an unpaired surrogate, which has no UTF-8 encoding`,
      'provide the bytes of the patch in model_patch_b64',
    );
  }
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
  const own = text === undefined || text === null ? undefined : Buffer.from(text, 'utf8');
  if (bytes !== undefined && own !== undefined && !bytes.equals(own)) {
    throw invalid(name, `${place}: model_patch and model_patch_b64 are different patches`);
  }
  return {
    place,
    instance: fields.instance_id.toLowerCase(),
    model: fields.model_name_or_path,
    patch: bytes ?? own,
  };
}

function invalid(
  name: string,
  reason: string,
  hint = 'each prediction is an object with instance_id, model_name_or_path and model_patch',
): RefbenchError {
  return new RefbenchError({ kind: 'invalid-file', message: `${name}: ${reason}`, hint });
}
