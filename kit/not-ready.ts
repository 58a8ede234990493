/**
 * The reason a process isn't ready, in words `/readyz` can show to everyone
 * (docs/interface/operations.md#health).
 */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}
