/** Text → a literal of SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
