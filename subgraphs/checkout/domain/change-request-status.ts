/** Status of a request to change a booking; `BookingChangeRequestStatus` in the SDL. */
export type ChangeRequestStatus = 'pending' | 'accepted' | 'declined' | 'expired' | 'withdrawn';
