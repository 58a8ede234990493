/** Why a process is not ready, in words that `/readyz` may show to everyone (docs/interface/operations.md#health). */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}
