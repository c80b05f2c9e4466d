import { z } from 'zod';

/**
 * `<owner>__<repo>-<first 8 hex digits of base>`, lower case. The pattern admits no path separator,
 * no leading dot or dash and no upper case, so an id is safe as a folder, image tag and label.
 */
export const instanceIdSchema = z
  .string()
  .max(100)
  .regex(
    /^[a-z0-9][a-z0-9._-]*__[a-z0-9._-]+-[0-9a-f]{8}$/,
    'an instance id looks like owner__repo-1a2b3c4d, lower case',
  )
  .refine((id) => !id.includes('..'), 'an instance id must not contain ".."');

export type InstanceId = z.infer<typeof instanceIdSchema>;

/** The id of an instance. `repository` is `owner/name`, `base` has 40 hex digits. */
export function instanceIdOf(repository: string, base: string): string {
  return `${repository.replace('/', '__')}-${base.slice(0, 8)}`.toLowerCase();
}

/** Describes valid names in messages. */
export const SEGMENT_CHARACTERS =
  'lower-case letters, digits, ".", "_" and "-", at most 64, and begin with a letter or digit';

/** A name of a run or an agent, which is a safe path segment. */
export const segmentSchema = z
  .string()
  .max(64, 'a name has at most 64 characters')
  .regex(/^[a-z0-9][a-z0-9._-]*$/, `use ${SEGMENT_CHARACTERS}`)
  .refine((name) => !name.includes('..'), 'a name must not contain ".."');
