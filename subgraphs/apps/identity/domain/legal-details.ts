import { isAddressBlock, isName, tidyAddressBlock } from '#kit/names.ts';
import { MAX_ADDRESS_BLOCK, MAX_ADDRESS_LINES, MAX_LEGAL_NAME, MAX_TAX_ID } from '#schema/limits.ts';

/** A team's details on its invoices; a field that isn't given stays as it is. */
export interface LegalDetails {
  readonly legalName?: string | null;
  readonly taxId?: string | null;
  readonly address?: string | null;
}

/** A field that can't be saved, and the reason. */
export interface LegalFault {
  readonly field: keyof LegalDetails;
  readonly message: string;
}

/** Returns the given details, tidied, or the first fault. Empty text removes a detail. */
export function readLegalDetails(given: LegalDetails): LegalDetails | LegalFault {
  const { legalName, taxId, address } = given;
  const details = {
    ...(legalName === undefined ? {} : { legalName: legalName?.trim() || null }),
    ...(taxId === undefined ? {} : { taxId: taxId?.trim() || null }),
    ...(address === undefined ? {} : { address: (address && tidyAddressBlock(address)) || null }),
  };
  if (details.legalName && !isName(details.legalName, MAX_LEGAL_NAME)) {
    return {
      field: 'legalName',
      message: `A legal name has at most ${MAX_LEGAL_NAME} visible characters, in one line.`,
    };
  }
  if (details.taxId && !isName(details.taxId, MAX_TAX_ID)) {
    return { field: 'taxId', message: `A tax id has at most ${MAX_TAX_ID} visible characters.` };
  }
  if (details.address && !isAddressBlock(details.address, MAX_ADDRESS_BLOCK, MAX_ADDRESS_LINES)) {
    return {
      field: 'address',
      message: `An address has at most ${MAX_ADDRESS_BLOCK} visible characters, in up to ${MAX_ADDRESS_LINES} lines.`,
    };
  }
  return details;
}
