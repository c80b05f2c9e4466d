/** Version of the tool in every result. A result of a different version is graded again. */
export const TOOL_VERSION = 'refbench/0.1.0';
