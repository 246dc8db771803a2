import pg from 'pg';

const INT8 = 20;

/** Whole numbers as numbers: the driver gives eight-byte ones as text. All of ours are far below 2^53. */
export const types: pg.CustomTypesConfig = { getTypeParser };

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
}
