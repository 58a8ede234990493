/** A UCP message in a result. `param` and `path` are the same JSON path. */
export interface Message {
  readonly type: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly content: string;
  readonly severity?: string;
  /** `disclosure`: a guest must see it before they book. */
  readonly presentation?: 'disclosure';
  readonly param?: string;
  readonly path?: string;
}

/** Creates a message that explains why a tool call was refused. */
export function refused(code: string, content: string, path: string): Message {
  return { type: 'error', code, severity: 'unrecoverable', content, path, param: path };
}

export function notFound(what: string, id: string, path: string): Message {
  return refused('not_found', `This storefront has no ${what} "${shortened(id)}".`, path);
}

/** Reports that part of the request wasn't found. */
export function notFoundInfo(id: string, path: string): Message {
  return {
    type: 'info',
    code: 'not_found',
    content: `This storefront has no item with the id "${shortened(id)}".`,
    path,
    param: path,
  };
}

/** Creates a message that accompanies a result. */
export function info(code: string, content: string, path: string): Message {
  return { type: 'info', code, content, path, param: path };
}

/** Creates a warning that the caller should see; it doesn't affect the result. */
export function warning(code: string, content: string, path: string): Message {
  return { type: 'warning', code, content, path, param: path };
}

const LONGEST_ID = 100;
const shortened = (id: string) =>
  id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID).toWellFormed()}…` : id;

/** Returns the warning for agents without a profile (docs/interface/mcp.md#tools). */
export function missingAgent(): Message {
  return {
    type: 'warning',
    code: 'missing_ucp_agent',
    content: 'The agent profile is missing; send your profile\'s URL in meta["ucp-agent"].profile.',
  };
}
