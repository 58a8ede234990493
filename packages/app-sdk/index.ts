export {
  type ChannelAriAnswer,
  type ChannelAriChange,
  type ChannelAriError,
  type ChannelAriMessage,
  type ChannelCopyAnswer,
  type ChannelCopyRequest,
  type ChannelProductsAnswer,
  type ChannelProductsRequest,
  type ChannelSettings,
  type ChannelTestAnswer,
  type ChannelTestRequest,
  verifyChannelAri,
  verifyChannelCopy,
  verifyChannelProducts,
  verifyChannelTest,
} from './channel.ts';
export {
  type Client,
  type ClientOptions,
  createClient,
  document,
  type Payload,
  type TypedDocument,
} from './client.ts';
export { ApiError, type GraphqlError, RefusedError, type UserError } from './client-errors.ts';
export type { WebhookResources } from './generated.ts';
export {
  type MessageAttachment,
  type MessageSend,
  type MessageSendAnswer,
  type MessageSendRefusal,
  verifyMessageSend,
} from './inbox.ts';
export {
  type Connection,
  type InstallKeys,
  type Installs,
  type InstallsOptions,
  openInstalls,
  type StoreArrival,
} from './installs.ts';
export {
  type Callback,
  CallbackError,
  type CallbackErrorCode,
  type CallbackOptions,
  type Exchanged,
  ExchangeError,
  type ExchangeOptions,
  exchangeCode,
  readCallback,
} from './oauth.ts';
export {
  type PaymentSessionDecline,
  type PaymentSessionRequest,
  type RefundSessionRequest,
  verifyPaymentSession,
  verifyRefundSession,
} from './payment.ts';
export { openRecords, type Records } from './records.ts';
export {
  type FrameClaims,
  type SessionClaims,
  SessionTokenError,
  type SessionTokenErrorCode,
  type SessionTokenOptions,
  verifyFrameToken,
  verifySessionToken,
} from './session-token.ts';
export type { AppSettings, SettingsOf, SettingType, SettingTypes } from './settings.ts';
export {
  type HeadersLike,
  type SecretSource,
  SignatureError,
  type SignatureErrorCode,
  type SignedRequest,
} from './signature.ts';
export { readUntrusted, type UntrustedText, type WithUntrustedText } from './untrusted.ts';
export { type Envelope, type Topic, verifyWebhook } from './webhook.ts';
