/** The part of a structured logger (Fastify's, pino) that subgraphs use. */
export interface Logger {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}
