/** item ; question ; answer | other spellings ; title of the article in English Wikipedia. Sorted, frozen. */
export const EVENTS_2025 = `
2025-01-ao-women ; Who won the women's singles at the Australian Open in January 2025? ; Madison Keys | Keys ; 2025 Australian Open
2025-01-college-football ; Which university won the College Football Playoff National Championship game of January 2025? ; Ohio State | Ohio State Buckeyes | Ohio State University | The Ohio State University ; 2025 College Football Playoff National Championship
2025-01-darts ; Who won the final of the PDC World Darts Championship played in January 2025? ; Luke Littler | Littler ; 2025 PDC World Darts Championship
2025-01-golden-globes ; Which film won the Golden Globe for best drama picture in January 2025? ; The Brutalist | Brutalist ; The Brutalist
2025-01-lebanon ; Whom did the parliament of Lebanon elect as president in January 2025? ; Joseph Aoun | Joseph Khalil Aoun | Aoun ; Joseph Aoun
2025-01-lebanon-pm ; Who was asked in January 2025 to form a government as prime minister of Lebanon? ; Nawaf Salam | Salam ; Nawaf Salam
2025-02-african-union ; Who was elected chairperson of the African Union Commission in February 2025? ; Mahamoud Ali Youssouf | Mahmoud Ali Youssouf | Youssouf ; Mahamoud Ali Youssouf
2025-02-doncic ; To which team did the Dallas Mavericks trade Luka Dončić in February 2025? ; Los Angeles Lakers | LA Lakers | Lakers ; Luka Dončić
2025-02-grammys ; Which singer won the Grammy Award for Album of the Year in February 2025? ; Beyoncé | Beyoncé Knowles-Carter ; 67th Annual Grammy Awards
2025-02-hack ; Which cryptocurrency exchange was robbed of about 1.5 billion dollars in February 2025? ; Bybit ; Bybit
2025-02-ice-hockey ; Which team won the 4 Nations Face-Off in February 2025? ; Canada | Team Canada ; 4 Nations Face-Off
2025-02-super-bowl ; Which team won the Super Bowl played in February 2025? ; Philadelphia Eagles | Eagles ; Super Bowl LIX
2025-03-abel ; Which mathematician was named in March 2025 as winner of the Abel Prize? ; Masaki Kashiwara | Kashiwara ; Masaki Kashiwara
2025-03-austria ; Who became chancellor of Austria in March 2025? ; Christian Stocker | Stocker ; Christian Stocker
2025-03-canada ; Who became prime minister of Canada in March 2025? ; Mark Carney | Carney ; Mark Carney
2025-03-moon ; Which company's lander touched down upright on the Moon on 2 March 2025? ; Firefly Aerospace | Firefly ; Blue Ghost Mission 1
2025-03-olympics ; Who was elected president of the International Olympic Committee in March 2025? ; Kirsty Coventry | Coventry ; Kirsty Coventry
2025-03-oscars-actress ; Who won the Academy Award for Best Actress in March 2025? ; Mikey Madison ; 97th Academy Awards
2025-03-oscars-picture ; Which film won Best Picture at the Academy Awards held in March 2025? ; Anora ; 97th Academy Awards
2025-04-grand-national ; Which horse won the Grand National in April 2025? ; Nick Rockett ; 2025 Grand National
2025-04-kashmir ; Near which town in Kashmir did gunmen kill 26 people in April 2025? ; Pahalgam | Pahalgam, Jammu and Kashmir ; 2025 Pahalgam attack
2025-04-london-marathon ; Who won the men's London Marathon in April 2025? ; Sabastian Sawe | Sebastian Sawe | Sawe ; 2025 London Marathon
2025-04-masters ; Which golfer won the Masters Tournament in April 2025? ; Rory McIlroy | McIlroy ; 2025 Masters Tournament
2025-04-ncaa-men ; Which university won the NCAA men's basketball championship in April 2025? ; Florida | Florida Gators | University of Florida ; 2025 NCAA Division I men's basketball championship game
2025-04-singer-in-space ; Which pop singer flew to space with Blue Origin in April 2025? ; Katy Perry | Perry ; Blue Origin NS-31
2025-05-cannes ; Which film won the Palme d'Or at the Cannes festival in May 2025? ; It Was Just an Accident ; 2025 Cannes Film Festival
2025-05-champions-league ; Which club won the men's UEFA Champions League final in May 2025? ; Paris Saint-Germain | Paris Saint Germain | PSG | Paris SG ; 2025 UEFA Champions League final
2025-05-eurovision ; Who won the Eurovision Song Contest in May 2025? ; JJ | Johannes Pietsch ; Eurovision Song Contest 2025
2025-05-fa-cup ; Which club won the FA Cup final in May 2025? ; Crystal Palace | Crystal Palace FC ; 2025 FA Cup final
2025-05-pope ; Which cardinal was elected pope in May 2025? ; Robert Prevost | Robert Francis Prevost | Prevost | Pope Leo XIV | Leo XIV ; Pope Leo XIV
2025-05-romania ; Who won the run-off of the presidential election in Romania in May 2025? ; Nicușor Dan ; 2025 Romanian presidential election
2025-05-snooker ; Who won the World Snooker Championship final that ended in May 2025? ; Zhao Xintong | Xintong Zhao | Zhao ; 2025 World Snooker Championship
2025-06-crash ; From which city had the Air India airliner taken off that crashed in June 2025? ; Ahmedabad | Ahmedabad, India | Ahmedabad, Gujarat | Ahmedabad, Gujarat, India ; Air India Flight 171
2025-06-golf-us-open ; Which golfer won the men's U.S. Open in June 2025? ; J. J. Spaun | J.J. Spaun | JJ Spaun | Spaun ; 2025 U.S. Open (golf)
2025-06-nations-league ; Which country won the men's UEFA Nations League final in June 2025? ; Portugal ; 2025 UEFA Nations League Finals
2025-06-nba ; Which team won the NBA Finals in June 2025? ; Oklahoma City Thunder | OKC Thunder | Oklahoma City | OKC ; 2025 NBA Finals
2025-06-new-york ; Who won the Democratic primary for mayor of New York City in June 2025? ; Zohran Mamdani | Mamdani ; Zohran Mamdani
2025-06-poland ; Who won the run-off of the presidential election in Poland in June 2025? ; Karol Nawrocki | Nawrocki ; 2025 Polish presidential election
2025-06-roland-garros-women ; Who won the women's singles at the French Open in June 2025? ; Coco Gauff | Cori Gauff | Gauff ; 2025 French Open
2025-07-club-world-cup ; Which club won the FIFA Club World Cup final in July 2025? ; Chelsea | Chelsea FC ; 2025 FIFA Club World Cup
2025-07-suriname ; Whom did the parliament of Suriname elect as president in July 2025? ; Jennifer Geerlings-Simons | Jennifer Simons | Geerlings-Simons | Simons ; Jennifer Geerlings-Simons
2025-07-ukraine ; Who became prime minister of Ukraine in July 2025? ; Yulia Svyrydenko | Yuliia Svyrydenko | Svyrydenko ; Yulia Svyrydenko
2025-07-wimbledon-men ; Who won the men's singles at Wimbledon in July 2025? ; Jannik Sinner | Sinner ; 2025 Wimbledon Championships
2025-07-wimbledon-women ; Who won the women's singles at Wimbledon in July 2025? ; Iga Świątek | Iga Swiatek | Świątek ; 2025 Wimbledon Championships
2025-08-chipmaker ; In which chip maker did the United States government agree in August 2025 to take a stake of about 10 percent? ; Intel | Intel Corporation ; Intel
2025-08-colombia ; Which senator of Colombia died in August 2025 of wounds from a shooting two months before? ; Miguel Uribe Turbay | Miguel Uribe | Uribe Turbay | Uribe ; Assassination of Miguel Uribe Turbay
2025-08-community-shield ; Which club won the FA Community Shield in August 2025? ; Crystal Palace | Crystal Palace FC ; 2025 FA Community Shield
2025-08-labour-statistics ; Which head of the US Bureau of Labor Statistics was dismissed in August 2025? ; Erika McEntarfer | McEntarfer ; Erika McEntarfer
2025-08-lithuania ; Whom did the parliament of Lithuania approve as prime minister in August 2025? ; Inga Ruginienė | Ruginienė ; Inga Ruginienė
2025-08-tour-championship ; Which golfer won the Tour Championship in August 2025? ; Tommy Fleetwood | Fleetwood ; Tommy Fleetwood
2025-09-ballon-dor ; Which man won the Ballon d'Or awarded in September 2025? ; Ousmane Dembélé | Dembélé ; 2025 Ballon d'Or
2025-09-emmys ; Which series won the Emmy for best drama series in September 2025? ; The Pitt | Pitt ; 77th Primetime Emmy Awards
2025-09-france ; Who was appointed prime minister of France in September 2025? ; Sébastien Lecornu | Lecornu ; Sébastien Lecornu
2025-09-malawi ; Who won the presidential election in Malawi in September 2025? ; Peter Mutharika | Arthur Peter Mutharika | Mutharika ; 2025 Malawian general election
2025-09-nepal ; Who became interim prime minister of Nepal in September 2025? ; Sushila Karki | Karki ; Sushila Karki
2025-09-thailand ; Who was elected prime minister of Thailand in September 2025? ; Anutin Charnvirakul | Anutin | Charnvirakul ; Anutin Charnvirakul
2025-09-venice ; Which film won the Golden Lion at the Venice festival in September 2025? ; Father Mother Sister Brother ; 82nd Venice International Film Festival
2025-10-bolivia ; Who won the run-off of the presidential election in Bolivia in October 2025? ; Rodrigo Paz | Rodrigo Paz Pereira | Paz Pereira | Paz ; 2025 Bolivian general election
2025-10-ireland ; Who won the presidential election in Ireland in October 2025? ; Catherine Connolly | Connolly ; 2025 Irish presidential election
2025-10-japan ; Who became prime minister of Japan in October 2025? ; Sanae Takaichi | Takaichi Sanae | Takaichi ; Sanae Takaichi
2025-10-madagascar ; Which officer took power in Madagascar in October 2025? ; Michael Randrianirina | Randrianirina ; Michael Randrianirina
2025-10-nobel-literature ; Who won the Nobel Prize in Literature announced in October 2025? ; László Krasznahorkai | Krasznahorkai ; 2025 Nobel Prize in Literature
2025-10-nobel-peace ; Who won the Nobel Peace Prize announced in October 2025? ; María Corina Machado | Corina Machado | Machado ; 2025 Nobel Peace Prize
2025-11-booker ; Which novelist won the Booker Prize in November 2025? ; David Szalay | Szalay ; 2025 Booker Prize
2025-11-cricket-women ; Which country won the women's Cricket World Cup final in November 2025? ; India ; 2025 Women's Cricket World Cup
2025-11-guinea-bissau ; Which general took power in Guinea-Bissau in November 2025? ; Horta Inta-A | Horta N'Tam | Horta N'Ta | Horta Inta-A Na Man | Inta-A ; Guinea-Bissau
2025-11-melbourne-cup ; Which horse won the Melbourne Cup in November 2025? ; Half Yours ; 2025 Melbourne Cup
2025-11-miss-universe ; Who won the Miss Universe contest in November 2025? ; Fátima Bosch | Bosch | Fátima Bosch Fernández ; Miss Universe 2025
2025-12-chile ; Who won the run-off of the presidential election in Chile in December 2025? ; José Antonio Kast | Kast ; José Antonio Kast
2025-12-formula-one ; Who won the Formula One drivers' championship decided in December 2025? ; Lando Norris | Norris ; 2025 Formula One World Championship
2025-12-heisman ; Which player won the Heisman Trophy in December 2025? ; Fernando Mendoza | Mendoza ; Fernando Mendoza
2025-12-honduras ; Who was declared the winner of the presidential election of Honduras in December 2025? ; Nasry Asfura | Nasry Tito Asfura | Tito Asfura | Asfura ; Nasry Asfura
2025-12-turner ; Which artist won the Turner Prize in December 2025? ; Nnena Kalu | Kalu ; Nnena Kalu
`;
