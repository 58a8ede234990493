import type { Judge } from './judge.ts';
import { bySchemas, type SchemaFolder } from './official-schemas.ts';
import { type Edition, recordUcp, toolSchemas } from './ucp-answers.ts';

/** The specification's source three days before the release: the schemas referenced by our responses. */
const SOURCE: SchemaFolder = {
  variable: 'UCP_SOURCE_DIR',
  sha256: 'a198f4a4f0c0eed38784fafd32aef6e6fd2f7fcca0db8817a72c656d42147f0f',
  files: [
    'capability',
    'common/types/actions',
    'common/types/amount',
    'common/types/constraint_expression',
    'common/types/context',
    'common/types/description',
    'common/types/error_code',
    'common/types/error_response',
    'common/types/info_code',
    'common/types/link',
    'common/types/locality',
    'common/types/measure',
    'common/types/media',
    'common/types/message',
    'common/types/message_error',
    'common/types/message_info',
    'common/types/message_warning',
    'common/types/pagination',
    'common/types/policy',
    'common/types/postal_address',
    'common/types/price',
    'common/types/price_filter',
    'common/types/price_range',
    'common/types/quantity_unit',
    'common/types/request_constraints',
    'common/types/reverse_domain_name',
    'common/types/signals',
    'common/types/signed_amount',
    'common/types/total',
    'common/types/totals',
    'common/types/unit',
    'common/types/warning_code',
    'payment_handler',
    'profile',
    'service',
    'shopping/catalog_lookup',
    'shopping/catalog_search',
    'shopping/checkout',
    'shopping/payment',
    'shopping/types/attribution',
    'shopping/types/availability',
    'shopping/types/available_payment_instrument',
    'shopping/types/buyer',
    'shopping/types/category',
    'shopping/types/detail_option_value',
    'shopping/types/input_correlation',
    'shopping/types/item',
    'shopping/types/line_item',
    'shopping/types/option_value',
    'shopping/types/order_confirmation',
    'shopping/types/payment_credential',
    'shopping/types/payment_instrument',
    'shopping/types/product',
    'shopping/types/product_option',
    'shopping/types/rating',
    'shopping/types/search_filters',
    'shopping/types/selected_option',
    'shopping/types/unit_price',
    'shopping/types/variant',
    'transports/embedded_config',
    'ucp',
  ].map((file) => `schemas/${file}.json`),
};

const BASE = 'https://ucp.dev/schemas/';
const EDITION: Edition = {
  profile: '/.well-known/ucp/2026-08-25',
  endpoint: '/api/mcp/2026-08-25',
  schemas: {
    ...toolSchemas(BASE),
    profile: `${BASE}profile.json#/$defs/business_schema`,
    error: `${BASE}common/types/error_response.json`,
  },
};

/** The newer UCP version's official JSON Schemas over a recorded conversation. */
export const ucpSchemasNewer: Judge = {
  name: 'UCP schemas 2026-08-25',
  version: 'Universal-Commerce-Protocol/ucp main (fdcf893), Apache-2.0',
  about:
    'The same conversation as of UCP schemas, at the address of 2026-08-25. `UCP_SOURCE_DIR` names the folder `source` of the project at that commit, three days before the release: the release itself was not to be had as a whole.',
  exceptions: [],
  ...bySchemas(SOURCE, (server) => recordUcp(server, EDITION)),
};
