import { bodiesPersonalData } from '#features/bodies/personal-data.server.ts'
import { casesPersonalData } from '#features/cases/personal-data.server.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { certificatesPersonalData } from '#features/certificates/personal-data.server.ts'
import { enquiriesPersonalData } from '#features/enquiries/personal-data.server.ts'
import { formsPersonalData } from '#features/forms/personal-data.server.ts'
import { mailPersonalData } from '#features/mail/personal-data.server.ts'
import { newsletterPersonalData } from '#features/newsletter/personal-data.server.ts'
import { ownPagesPersonalData } from '#features/own-pages/personal-data.server.ts'
import { paymentsPersonalData } from '#features/payments/personal-data.server.ts'
import { peoplePersonalData } from '#features/people/personal-data.server.ts'
import type { AllPersonalData } from '#features/privacy/personal-data.ts'
import { rulebookPersonalData } from '#features/rulebook/personal-data.server.ts'
import { staffPersonalData } from '#features/staff/personal-data.server.ts'
import { expiryTasks } from './expiry-tasks.server.ts'

/** The personal data of all features, in the order of the copy that a person gets. */
export const personalData: AllPersonalData = {
  caseTypes,
  features: [
    casesPersonalData(caseTypes),
    // Before the people, because their rows name the terms.
    bodiesPersonalData,
    ownPagesPersonalData,
    peoplePersonalData,
    certificatesPersonalData,
    enquiriesPersonalData,
    // Before the mail, because it cancels unsent letters by their address.
    newsletterPersonalData,
    mailPersonalData,
    staffPersonalData,
    formsPersonalData,
    paymentsPersonalData,
    rulebookPersonalData,
  ],
  expiry: expiryTasks,
}
