import type { Exception } from './judge.ts';

const METHODS =
  'A storefront offers tools and its policy pages as resources, and its capabilities say so: no prompts, completions, log levels, subscriptions or templates, and none of the suite’s own resources.';
const FIXTURES =
  'The scenario calls a tool that only the suite’s own example server has; a storefront offers the seven of UCP.';
const TASKS =
  'The tasks extension is optional, and a storefront does not offer it: every tool answers at once.';
const XMCP =
  'No tool maps an argument to a header of its own (`x-mcp-header` is optional), so there is nothing to test.';
const INPUT =
  'No tool asks the client for input in the middle of a call (elicitation, sampling, roots), so there is nothing to test.';

/** Checks that the stable suite requires from its example server, not from every server. */
export const STABLE_EXCEPTIONS: readonly Exception[] = [
  {
    why: METHODS,
    checks: [
      'completion-complete',
      'logging-set-level',
      'prompts-get-embedded-resource',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-with-image',
      'prompts-list',
      'resources-read-binary',
      'resources-read-text',
      'resources-subscribe',
      'resources-templates-read',
      'resources-unsubscribe',
      'tools-call-with-logging',
    ],
  },
  {
    why: FIXTURES,
    checks: [
      'elicitation-sep1034-defaults: elicitation-sep1034-general',
      'elicitation-sep1330-enums: elicitation-sep1330-general',
      'json-schema-2020-12: json-schema-2020-12-tool-found',
      'tools-call-audio',
      'tools-call-elicitation',
      'tools-call-embedded-resource',
      'tools-call-error',
      'tools-call-image',
      'tools-call-mixed-content',
      'tools-call-sampling',
      'tools-call-simple-text',
      'tools-call-with-progress',
    ],
  },
];

/** The same for the alpha. */
export const ALPHA_EXCEPTIONS: readonly Exception[] = [
  {
    why: METHODS,
    checks: [
      'caching: sep-2549-prompts-list-caching-hints',
      'completion-complete',
      'logging-set-level',
      'prompts-get-embedded-resource',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-with-image',
      'prompts-list',
      'resources-read-binary',
      'resources-read-text',
      'resources-subscribe',
      'resources-templates-read',
      'resources-unsubscribe',
      'tools-call-with-logging',
    ],
  },
  {
    why: FIXTURES,
    checks: [
      'elicitation-sep1034-defaults: elicitation-sep1034-general',
      'elicitation-sep1330-enums: elicitation-sep1330-general',
      'json-schema-2020-12: json-schema-2020-12-tool-found',
      'server-stateless: sep-2575-http-server-no-independent-requests-on-stream',
      'server-stateless: sep-2575-missing-capability-http-400',
      'server-stateless: sep-2575-server-no-log-without-loglevel',
      'server-stateless: sep-2575-server-rejects-undeclared-capability',
      'tools-call-audio',
      'tools-call-elicitation',
      'tools-call-embedded-resource',
      'tools-call-error',
      'tools-call-image',
      'tools-call-mixed-content',
      'tools-call-sampling',
      'tools-call-simple-text',
      'tools-call-with-progress',
    ],
  },
  {
    why: TASKS,
    checks: [
      'tasks-capability-negotiation: sep-2663-server-rejects-undeclared-client',
      'tasks-capability-negotiation: sep-2663-tasks-methods-non-declaring',
      'tasks-capability-negotiation: tasks-extension-advertised',
      'tasks-capability-negotiation: tasks-per-request-meta-opt-in',
      'tasks-dispatch-and-envelope: sep-2663-durable-create-strong-consistency',
      'tasks-dispatch-and-envelope: sep-2663-legacy-task-param-ignored',
      'tasks-dispatch-and-envelope: sep-2663-tasks-get-invalid-task-id-32602',
      'tasks-dispatch-and-envelope: tasks-immediate-result-shortcut',
      'tasks-dispatch-and-envelope: tasks-result-type-complete-on-non-task-responses',
      'tasks-dispatch-and-envelope: tasks-server-directed-creation-no-hint',
      'tasks-lifecycle: sep-2663-cancel-ack-empty-result',
      'tasks-lifecycle: sep-2663-result-type-task-on-create',
      'tasks-lifecycle: sep-2663-tasks-get-status-completed',
      'tasks-lifecycle: sep-2663-tasks-get-status-failed',
      'tasks-lifecycle: sep-2663-tasks-get-status-working',
      'tasks-lifecycle: sep-2663-tool-error-uses-completed-status',
      'tasks-lifecycle: tasks-cancel-terminal-idempotent-ack',
      'tasks-lifecycle: tasks-sync-tool-call',
      'tasks-mrtr-composition: sep-2663-mrtr-synchronous-before-task-creation',
      'tasks-mrtr-input: sep-2663-tasks-get-status-input-required',
      'tasks-mrtr-input: tasks-mrtr-partial-fulfillment',
      'tasks-mrtr-input: tasks-mrtr-tasks-update-resumes',
      'tasks-request-headers: sep-2663-routing-headers-accepted-on-tasks-get',
      'tasks-request-headers: sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get',
      'tasks-request-headers: tasks-headers-tolerate-mcp-method-on-tools-call',
      'tasks-request-state-removal: tasks-request-state-removal-setup',
      'tasks-required-task-error: sep-2663-server-returns-missing-capability-when-required',
      'tasks-wire-fields: tasks-no-early-ttl-expiry',
      'tasks-wire-fields: tasks-no-related-task-meta-on-inlined-result',
      'tasks-wire-fields: tasks-wire-field-renames',
    ],
  },
  {
    why: XMCP,
    checks: [
      'http-custom-header-server-validation: sep-2243-server-decode-base64',
      'http-custom-header-server-validation: sep-2243-server-no-xmcp-tool',
      'http-custom-header-server-validation: sep-2243-server-reject-invalid-param-chars',
      'http-custom-header-server-validation: sep-2243-server-reject-param-mismatch',
      'http-custom-header-server-validation: sep-2243-server-validate-param-match',
    ],
  },
  {
    why: INPUT,
    checks: [
      'input-required-result-basic-elicitation: sep-2322-elicitation-incomplete',
      'input-required-result-basic-list-roots: sep-2322-list-roots-incomplete',
      'input-required-result-basic-sampling: sep-2322-sampling-incomplete',
      'input-required-result-capability-check: sep-2322-respect-client-capabilities',
      'input-required-result-ignore-extra-params: sep-2322-ignore-unexpected-params',
      'input-required-result-missing-input-response: sep-2322-missing-response-rerequests',
      'input-required-result-multi-round: sep-2322-multi-round-r1',
      'input-required-result-multiple-input-requests: sep-2322-multiple-inputs-incomplete',
      'input-required-result-non-tool-request: sep-2322-non-tool-incomplete',
      'input-required-result-request-state: sep-2322-request-state-incomplete',
      'input-required-result-result-type: sep-2322-result-type-included',
      'input-required-result-tampered-state: sep-2322-reject-tampered-state',
    ],
  },
];
