/** Internals that no response may reveal: our code, our database, our machine. */
export const LEAK =
  /node_modules|\.[tj]s:\d+|\bat (?:async )?[\w.<]+ \(|\bSELECT\b|\bINSERT\b|relation "|syntax error at|violates|ECONN|FST_ERR|\/tmp\/|\/home\/|\[object |GraphQL|Cannot (?:read|return|query)|postgres/;
