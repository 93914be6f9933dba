/** The texts of the sample documents, by heading; where several documents share a heading, by heading and subtitle. */
export function textOf(heading: string, subtitle: string): string[] {
  const text = texts[`${heading}, ${subtitle}`] ?? texts[heading]
  if (!text) throw new Error(`There is no sample text for “${heading}”.`)
  return text
}

const texts: Record<string, string[]> = {
  'From the editor, March to June 2026': [
    'Dear members, this issue is about instruments that you can build yourself. A spectrograph made of a cardboard tube and a piece of grating shows the sodium lines of a street lamp. A camera on a tripod shows how the sky turns.',
    'If you use such experiments in your teaching, write to us. We would like to print your experiences in the next issue.',
  ],
  'Report: spectrographs from simple parts': [
    'Twenty teachers met for three days to build spectrographs. Each had a slit made of two razor blades, a plastic grating and a camera phone.',
    'By the second evening everyone had recorded the dark lines in sunlight. The sodium lines of a street lamp served as a scale. The best instrument separated lines that were half a nanometre apart.',
    'All plans and a list of parts are available from the coordinators.',
  ],
  'Essay: the turning sky': [
    'Point a camera at the pole star and keep the shutter open for an hour. Every star draws an arc, and every arc spans fifteen degrees.',
    'The arcs share one centre, which lies close to the pole star but not exactly on it. From the distance you can work out where the axis of the Earth points. It moves slowly: in about 12,000 years, Vega will be the bright star near the pole.',
  ],
  'From the editor, July to December 2025': [
    'Dear members, sound was the theme of our autumn conference. We print a report and an essay on the figures that sand forms on a vibrating plate.',
    'In this issue you will also find the dates of the lectures of the coming year. All online lectures are open to everyone.',
  ],
  'Report: waves and structures': [
    'The conference in November brought 180 participants together for three days. In nine sessions they presented 124 papers, from vibrating plates to earthquake waves.',
    'The lecture on the tones of a square plate ended with a demonstration: with every new tone, the sand on the plate moved to a new figure. The lecture on layered ground showed how seismologists use the same mathematics to look into the Earth.',
  ],
  'Essay: figures of sand': [
    'In 1787 Ernst Chladni drew a violin bow along the edge of a metal plate covered with sand. The sand jumped away from the moving parts and came to rest along the lines that do not move.',
    'The figures posed a problem that took decades to solve. Sophie Germain won a prize of the Paris Academy for her theory of vibrating surfaces in 1816. Kirchhoff found the correct conditions at a free edge in 1850.',
  ],
  'From the editor, January to June 2025': [
    'Dear members, a hundred years ago quantum mechanics was new. This issue has an essay on what an atom looks like, as far as that question has an answer.',
    'The pages of news are yours: please send us short notes about awards, new positions and meetings.',
  ],
  'Essay: the shape of an atom': [
    'The electron in a hydrogen atom has no path. Quantum mechanics gives the probability of finding it at each point, and these probabilities have shapes: a sphere for the ground state, lobes and rings for excited states.',
    'The number of surfaces on which the probability is zero grows with the energy. Experiments in 2013 made the rings of excited hydrogen visible with a microscope that lets the electron interfere with itself.',
  ],
  'News of members': [
    'Several members took part in school visits this spring. They showed polarised light, magnets and simple circuits to pupils of all ages.',
    'The online lectures of the first half of the year had listeners from eleven countries. Recordings are on our website.',
  ],
  'From the editor, July to December 2024': [
    'Dear members, this is the first issue of our newsletter in its new form. It will appear twice a year and report on meetings, lectures and members.',
    'We start with light: an essay on spectra, the signatures of the elements.',
  ],
  'Essay: names written in light': [
    'Every element has its own set of spectral lines. Sodium shines in two close yellow lines, hydrogen in a red, a blue-green and several violet ones.',
    'In 1868 a yellow line in sunlight fitted no known element. It was named helium, after the Sun, and was found on Earth only in 1895. Astronomers now read the composition of stars from the same lines that we see in a laboratory.',
  ],
  'Report: science and rivers': [
    'Geologists, geographers and chemists from six countries compared four large rivers. They asked how much sediment each carries, where it settles and how people along the banks live with it.',
    'One result surprised many: the river with the least water carried the most sediment. The participants will publish their measurements together.',
  ],
  Programme: [
    'Thursday, 18 February 2027: opening, plenary lecture, sessions on light and on fields.',
    'Friday, 19 February 2027: plenary lecture, sessions on crystals and on computation, posters.',
    'Saturday, 20 February 2027: plenary lecture, session on earth and sky, awards and closing.',
    'All sessions start on time. Times are in Indian Standard Time (IST).',
  ],
  Summary: [
    'The conference dealt with waves in air, in plates and in the Earth. 180 participants presented 124 papers in nine sessions.',
    'Three themes returned in many talks: resonance, the role of boundaries, and the use of simple models in teaching.',
  ],
  Talks: [
    'The tones of a square plate. A demonstration with sand, and the theory behind it.',
    'Waves in layered ground. How seismologists find layers that no drill can reach.',
    'Further talks dealt with drums, bells, surface waves on water, and the measurement of very small vibrations.',
  ],
  'The year in brief, 2024–25': [
    'The Academy held one international conference, six online lectures and two workshops. The newsletter appeared twice.',
    'Members and fellows from India and abroad took part in all events.',
  ],
  'Events, 2024–25': [
    'Preparation of the International Conference on Waves and Structures.',
    'Workshop on the treatment of errors for research students.',
    'Open night at the telescope for families and schools.',
  ],
  'The year in brief, 2023–24': [
    'The Academy held a national conference on home-built instruments and an international seminar on science and rivers.',
    'The council prepared a new form of the newsletter.',
  ],
  'Events, 2023–24': [
    'National Conference on Home-built Instruments, with twenty instruments on show.',
    'International Seminar on Science and Rivers, with participants from six countries.',
  ],
  'Agenda and decisions': [
    '1. The General Body approved the minutes of the last meeting.',
    '2. The General Secretary reported on the year. The General Body took note of the report.',
    '3. The Treasurer presented the accounts. The General Body approved them.',
    '4. The General Body discussed the place and theme of the next conference and asked the council to decide.',
    '5. There was no other business. The meeting closed with thanks to the hosts.',
  ],
  'Your address': [
    'Dear members, please tell the office when your postal address, email address or institution changes. We use these details to send you the newsletter, invitations to the General Body and your certificate.',
    'You can write to the office or use the contact form on our website.',
  ],
  Contents: [
    'Report on the annual conference. News of members. Dates of the coming year.',
    'This issue was printed and sent to all members by post.',
  ],
  'Light at the edge of a shadow': [
    'The edge of a shadow is not sharp. Outside it there are fringes, and inside it the light fades.',
    'The Cornu spiral gives the intensity at every point: draw a straight line from the end of the spiral to the point, and square its length.',
  ],
  'What we built': [
    'Each participant built a spectrograph from a tube, a slit and a plastic grating, and recorded the spectra of sunlight and of a street lamp.',
    'With the sodium lines as a scale, the participants measured the strongest dark lines of sunlight to within one nanometre.',
  ],
}
