/** The schema of a tool's input when nothing is said about it, for wires that want one. */
export const ANY_OBJECT = { type: 'object', properties: {} } as const;
