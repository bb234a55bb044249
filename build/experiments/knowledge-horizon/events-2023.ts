/** item ; question ; answer | other spellings ; title of the article in English Wikipedia. Sorted, frozen. */
export const EVENTS_2023 = `
2023-01-ao-women ; Who won the women's singles at the Australian Open in January 2023? ; Aryna Sabalenka | Sabalenka ; 2023 Australian Open
2023-01-czechia ; Who won the presidential election in the Czech Republic in January 2023? ; Petr Pavel | Pavel ; 2023 Czech presidential election
2023-01-darts ; Who won the final of the PDC World Darts Championship played in January 2023? ; Michael Smith ; 2023 PDC World Darts Championship
2023-01-golden-globes ; Which film won the Golden Globe for best drama picture in January 2023? ; The Fabelmans | Fabelmans ; The Fabelmans
2023-01-hockey ; Which country won the men's field hockey World Cup in January 2023? ; Germany ; 2023 Men's FIH Hockey World Cup
2023-01-new-zealand ; Who became prime minister of New Zealand in January 2023? ; Chris Hipkins | Hipkins ; Chris Hipkins
2023-02-berlin ; Which film won the Golden Bear at the Berlin festival in February 2023? ; On the Adamant | Sur l'Adamant ; 73rd Berlin International Film Festival
2023-02-cyprus ; Who won the presidential election in Cyprus in February 2023? ; Nikos Christodoulides | Christodoulides ; 2023 Cypriot presidential election
2023-02-daytona ; Which driver won the Daytona 500 in February 2023? ; Ricky Stenhouse Jr. | Ricky Stenhouse | Stenhouse ; 2023 Daytona 500
2023-02-grammys ; Which singer won the Grammy Award for Album of the Year in February 2023? ; Harry Styles | Styles ; 65th Annual Grammy Awards
2023-02-moldova ; Who became prime minister of Moldova in February 2023? ; Dorin Recean | Recean ; Dorin Recean
2023-02-nigeria ; Who won the presidential election held in Nigeria in February 2023? ; Bola Tinubu | Bola Ahmed Tinubu | Tinubu ; 2023 Nigerian presidential election
2023-02-super-bowl ; Which team won the Super Bowl played in February 2023? ; Kansas City Chiefs | Chiefs ; Super Bowl LVII
2023-03-abel ; Which mathematician was named in March 2023 as winner of the Abel Prize? ; Luis Caffarelli | Luis A. Caffarelli | Caffarelli ; Luis Caffarelli
2023-03-baseball-classic ; Which country won the World Baseball Classic in March 2023? ; Japan ; 2023 World Baseball Classic
2023-03-oscars-actor ; Who won the Academy Award for Best Actor in March 2023? ; Brendan Fraser | Fraser ; 95th Academy Awards
2023-03-oscars-picture ; Which film won Best Picture at the Academy Awards held in March 2023? ; Everything Everywhere All at Once ; 95th Academy Awards
2023-03-scotland ; Who became First Minister of Scotland in March 2023? ; Humza Yousaf | Yousaf ; Humza Yousaf
2023-03-swiss-bank ; Which bank did UBS agree to take over in March 2023? ; Credit Suisse ; Acquisition of Credit Suisse by UBS
2023-03-us-bank ; Which bank in California failed after a run on 10 March 2023? ; Silicon Valley Bank | SVB ; Collapse of Silicon Valley Bank
2023-03-vietnam ; Who was elected president of Vietnam in March 2023? ; Võ Văn Thưởng | Vo Van Thuong | Thuong ; Võ Văn Thưởng
2023-04-chess ; Who won the World Chess Championship match that ended in April 2023? ; Ding Liren | Liren Ding | Ding ; World Chess Championship 2023
2023-04-grand-national ; Which horse won the Grand National in April 2023? ; Corach Rambler ; 2023 Grand National
2023-04-london-marathon ; Who won the men's London Marathon in April 2023? ; Kelvin Kiptum | Kiptum ; 2023 London Marathon
2023-04-masters ; Which golfer won the Masters Tournament in April 2023? ; Jon Rahm | Rahm ; 2023 Masters Tournament
2023-04-nato ; Which country joined NATO in April 2023? ; Finland ; Finland–NATO relations
2023-04-ncaa-men ; Which university won the NCAA men's basketball championship in April 2023? ; UConn | University of Connecticut | Connecticut | UConn Huskies ; 2023 NCAA Division I men's basketball championship game
2023-04-paraguay ; Who won the presidential election held in Paraguay in April 2023? ; Santiago Peña | Peña ; 2023 Paraguayan general election
2023-05-bank ; Which San Francisco bank was closed by regulators at the start of May 2023, then sold to JPMorgan Chase? ; First Republic Bank | First Republic ; First Republic Bank
2023-05-cannes ; Which film won the Palme d'Or at the Cannes festival in May 2023? ; Anatomy of a Fall | Anatomie d'une chute ; 2023 Cannes Film Festival
2023-05-eurovision ; Who won the Eurovision Song Contest in May 2023? ; Loreen ; Eurovision Song Contest 2023
2023-05-indianapolis ; Which driver won the Indianapolis 500 in May 2023? ; Josef Newgarden | Newgarden ; 2023 Indianapolis 500
2023-05-kentucky-derby ; Which horse won the Kentucky Derby in May 2023? ; Mage ; 2023 Kentucky Derby
2023-05-snooker ; Who won the World Snooker Championship final that ended in May 2023? ; Luca Brecel | Brecel ; 2023 World Snooker Championship
2023-05-thailand ; Which party won the most seats in the general election in Thailand in May 2023? ; Move Forward Party | Move Forward ; 2023 Thai general election
2023-06-champions-league ; Which club won the men's UEFA Champions League final in June 2023? ; Manchester City | Man City | Manchester City FC ; 2023 UEFA Champions League final
2023-06-golf-us-open ; Which golfer won the men's U.S. Open in June 2023? ; Wyndham Clark | Clark ; 2023 U.S. Open (golf)
2023-06-nba ; Which team won the NBA Finals in June 2023? ; Denver Nuggets | Denver | Nuggets ; 2023 NBA Finals
2023-06-rebellion ; Who led the armed rebellion in Russia in June 2023? ; Yevgeny Prigozhin | Evgeny Prigozhin | Prigozhin ; Wagner Group rebellion
2023-06-stanley-cup ; Which team won the Stanley Cup in June 2023? ; Vegas Golden Knights | Golden Knights | Vegas ; 2023 Stanley Cup Finals
2023-06-submersible ; Which company operated the submersible that imploded on a dive to a wreck in June 2023? ; OceanGate | OceanGate Expeditions | Ocean Gate ; Titan submersible implosion
2023-07-gold-cup ; Which country won the CONCACAF Gold Cup in July 2023? ; Mexico ; 2023 CONCACAF Gold Cup
2023-07-golf-open ; Which golfer won the Open Championship in July 2023? ; Brian Harman | Harman ; 2023 Open Championship
2023-07-niger ; Which general took power in Niger after the coup of July 2023? ; Abdourahamane Tchiani | Abdourahamane Tiani | Omar Tchiani | Tchiani | Tiani ; 2023 Nigerien coup d'état
2023-07-threads ; Which microblogging app did Meta launch in July 2023? ; Threads ; Threads (social network)
2023-07-wimbledon-men ; Who won the men's singles at Wimbledon in July 2023? ; Carlos Alcaraz | Alcaraz ; 2023 Wimbledon Championships
2023-07-wimbledon-women ; Who won the women's singles at Wimbledon in July 2023? ; Markéta Vondroušová | Vondroušová ; 2023 Wimbledon Championships
2023-08-ecuador ; Which candidate for president of Ecuador was assassinated in August 2023? ; Fernando Villavicencio | Villavicencio ; Assassination of Fernando Villavicencio
2023-08-gabon ; Which general took power in Gabon in the coup of August 2023? ; Brice Oligui Nguema | Brice Clotaire Oligui Nguema | Oligui Nguema | Nguema ; 2023 Gabonese coup d'état
2023-08-guatemala ; Who won the run-off of the presidential election in Guatemala in August 2023? ; Bernardo Arévalo | Arévalo | Bernardo Arévalo de León ; 2023 Guatemalan general election
2023-08-maui ; Which town on Maui was destroyed by wildfire in August 2023? ; Lahaina | Lahaina, Hawaii ; 2023 Hawaii wildfires
2023-08-thailand ; Whom did the parliament of Thailand elect as prime minister in August 2023? ; Srettha Thavisin | Srettha | Thavisin ; Srettha Thavisin
2023-08-womens-world-cup ; Which country won the women's football World Cup in August 2023? ; Spain ; 2023 FIFA Women's World Cup
2023-09-basketball ; Which country won the men's basketball World Cup in September 2023? ; Germany ; 2023 FIBA Basketball World Cup
2023-09-flood ; Which Libyan city was devastated when two dams burst in September 2023? ; Derna | Derna, Libya ; Derna dam collapses
2023-09-singapore ; Who won the presidential election in Singapore in September 2023? ; Tharman Shanmugaratnam | Tharman ; 2023 Singaporean presidential election
2023-09-splunk ; Which software company did Cisco announce in September 2023 that it would buy? ; Splunk ; Splunk
2023-09-us-open-women ; Who won the women's singles at the US Open tennis tournament in September 2023? ; Coco Gauff | Cori Gauff | Gauff ; 2023 US Open (tennis)
2023-09-venice ; Which film won the Golden Lion at the Venice festival in September 2023? ; Poor Things ; 80th Venice International Film Festival
2023-09-vuelta ; Who won the Vuelta a España for men in September 2023? ; Sepp Kuss | Kuss ; 2023 Vuelta a España
2023-10-ecuador ; Who won the run-off of the presidential election in Ecuador in October 2023? ; Daniel Noboa | Noboa ; 2023 Ecuadorian general election
2023-10-new-zealand ; Who led the party that won the general election in New Zealand in October 2023? ; Christopher Luxon | Chris Luxon | Luxon ; 2023 New Zealand general election
2023-10-nobel-economics ; Who won the Nobel Memorial Prize in Economic Sciences announced in October 2023? ; Claudia Goldin | Goldin ; Claudia Goldin
2023-10-nobel-literature ; Who won the Nobel Prize in Literature announced in October 2023? ; Jon Fosse | Fosse ; 2023 Nobel Prize in Literature
2023-10-nobel-peace ; Who won the Nobel Peace Prize announced in October 2023? ; Narges Mohammadi | Mohammadi ; 2023 Nobel Peace Prize
2023-10-slovakia ; Who became prime minister of Slovakia in October 2023? ; Robert Fico | Fico ; Robert Fico
2023-10-speaker ; Who was elected Speaker of the United States House of Representatives in October 2023? ; Mike Johnson | James Michael Johnson ; October 2023 Speaker of the United States House of Representatives election
2023-11-argentina ; Who won the run-off of the presidential election in Argentina in November 2023? ; Javier Milei | Milei ; 2023 Argentine general election
2023-11-booker ; Which novelist won the Booker Prize in November 2023? ; Paul Lynch ; 2023 Booker Prize
2023-11-cricket ; Which country won the men's Cricket World Cup final in November 2023? ; Australia ; 2023 Cricket World Cup
2023-11-liberia ; Who won the run-off of the presidential election in Liberia in November 2023? ; Joseph Boakai | Boakai ; 2023 Liberian general election
2023-11-luxembourg ; Who became prime minister of Luxembourg in November 2023? ; Luc Frieden | Frieden ; Luc Frieden
2023-11-openai ; Who was named interim chief executive of OpenAI in November 2023 after Mira Murati? ; Emmett Shear | Shear ; Removal of Sam Altman from OpenAI
2023-11-world-series ; Which team won baseball's World Series that ended in November 2023? ; Texas Rangers | Rangers ; 2023 World Series
2023-12-climate-host ; Which city was chosen in December 2023 to host the climate conference COP29? ; Baku ; 2024 United Nations Climate Change Conference
2023-12-heisman ; Which player won the Heisman Trophy in December 2023? ; Jayden Daniels | Daniels ; Jayden Daniels
2023-12-ohtani ; With which baseball team did Shohei Ohtani sign a contract in December 2023? ; Los Angeles Dodgers | LA Dodgers | Dodgers ; Shohei Ohtani
2023-12-poland ; Who became prime minister of Poland in December 2023? ; Donald Tusk | Tusk ; Donald Tusk
2023-12-steel ; Which Japanese company agreed in December 2023 to buy U.S. Steel? ; Nippon Steel | Nippon Steel Corporation ; Nippon Steel
2023-12-turner ; Which artist won the Turner Prize in December 2023? ; Jesse Darling | Darling ; Jesse Darling
`;
