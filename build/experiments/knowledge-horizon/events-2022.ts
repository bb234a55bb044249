/** item ; question ; answer | other spellings ; title of the article in English Wikipedia. Sorted, frozen. */
export const EVENTS_2022 = `
2022-01-activision ; Which video game publisher did Microsoft announce in January 2022 that it would buy? ; Activision Blizzard | Activision ; Acquisition of Activision Blizzard by Microsoft
2022-01-ao-men ; Who won the men's singles at the Australian Open in January 2022? ; Rafael Nadal | Nadal ; 2022 Australian Open
2022-01-burkina-faso ; Which officer took power in Burkina Faso in the coup of January 2022? ; Paul-Henri Sandaogo Damiba | Paul-Henri Damiba | Sandaogo Damiba | Damiba ; January 2022 Burkina Faso coup d'état
2022-01-college-football ; Which university won the College Football Playoff National Championship game of January 2022? ; Georgia | Georgia Bulldogs | University of Georgia ; 2022 College Football Playoff National Championship
2022-01-csto ; To which country did the Russian-led CSTO send troops in January 2022 after protests over fuel prices? ; Kazakhstan ; 2022 Kazakh unrest
2022-01-european-parliament ; Who was elected President of the European Parliament in January 2022? ; Roberta Metsola | Metsola ; Roberta Metsola
2022-02-afcon ; Which country won the Africa Cup of Nations final played in February 2022? ; Senegal ; 2021 Africa Cup of Nations
2022-02-club-world-cup ; Which club won the FIFA Club World Cup final played in February 2022? ; Chelsea | Chelsea FC ; 2021 FIFA Club World Cup
2022-02-daytona ; Which driver won the Daytona 500 in February 2022? ; Austin Cindric | Cindric ; 2022 Daytona 500
2022-02-ice-hockey ; Which country won the men's ice hockey gold medal at the Winter Olympics in February 2022? ; Finland ; Ice hockey at the 2022 Winter Olympics
2022-02-skating-women ; Who won the women's singles figure skating gold medal at the Winter Olympics in February 2022? ; Anna Shcherbakova | Shcherbakova ; Figure skating at the 2022 Winter Olympics
2022-02-super-bowl ; Which team won the Super Bowl played in February 2022? ; Los Angeles Rams | LA Rams | Rams ; Super Bowl LVI
2022-03-abel ; Which mathematician was named in March 2022 as winner of the Abel Prize? ; Dennis Sullivan | Dennis P. Sullivan | Dennis Parnell Sullivan | Sullivan ; Dennis Sullivan
2022-03-hungary ; Whom did the Hungarian parliament elect as president of Hungary in March 2022? ; Katalin Novák | Novák ; 2022 Hungarian presidential election
2022-03-oscars-actress ; Who won the Academy Award for Best Actress at the ceremony of March 2022? ; Jessica Chastain | Chastain ; 94th Academy Awards
2022-03-oscars-picture ; Which film won Best Picture at the Academy Awards held in March 2022? ; CODA ; 94th Academy Awards
2022-03-pritzker ; Which architect was named in March 2022 as winner of the Pritzker Prize? ; Francis Kéré | Diébédo Francis Kéré | Kéré ; Diébédo Francis Kéré
2022-03-south-korea ; Who won the presidential election held in South Korea in March 2022? ; Yoon Suk Yeol | Yoon Suk-yeol | Yoon Seok-youl | Yoon ; 2022 South Korean presidential election
2022-04-grammys ; Which musician won the Grammy Award for Album of the Year at the ceremony of April 2022? ; Jon Batiste | Batiste ; 64th Annual Grammy Awards
2022-04-grand-national ; Which horse won the Grand National in April 2022? ; Noble Yeats ; 2022 Grand National
2022-04-masters ; Which golfer won the Masters Tournament in April 2022? ; Scottie Scheffler | Scheffler ; 2022 Masters Tournament
2022-04-ncaa-men ; Which university won the NCAA men's basketball championship in April 2022? ; Kansas | Kansas Jayhawks | University of Kansas ; 2022 NCAA Division I men's basketball championship game
2022-04-pakistan ; Who became prime minister of Pakistan in April 2022? ; Shehbaz Sharif | Shahbaz Sharif | Sharif ; Shehbaz Sharif
2022-04-slovenia ; Who led the party that won the parliamentary election in Slovenia in April 2022? ; Robert Golob | Golob ; 2022 Slovenian parliamentary election
2022-04-yemen ; Who became head of Yemen's new Presidential Leadership Council in April 2022? ; Rashad al-Alimi | Rashad Mohammed al-Alimi | Rashad Muhammad al-Alimi | al-Alimi ; Rashad al-Alimi
2022-05-australia ; Who won the federal election held in Australia in May 2022, thus becoming prime minister? ; Anthony Albanese | Albanese ; 2022 Australian federal election
2022-05-cannes ; Which film won the Palme d'Or at the Cannes festival in May 2022? ; Triangle of Sadness ; 2022 Cannes Film Festival
2022-05-eurovision ; Which act won the Eurovision Song Contest in May 2022? ; Kalush Orchestra | Kalush ; Eurovision Song Contest 2022
2022-05-france ; Who was appointed prime minister of France in May 2022? ; Élisabeth Borne | Borne ; Élisabeth Borne
2022-05-indianapolis ; Which driver won the Indianapolis 500 in May 2022? ; Marcus Ericsson | Ericsson ; 2022 Indianapolis 500
2022-05-kentucky-derby ; Which horse won the Kentucky Derby in May 2022? ; Rich Strike ; 2022 Kentucky Derby
2022-05-sri-lanka ; Who was appointed prime minister of Sri Lanka in May 2022? ; Ranil Wickremesinghe | Wickremesinghe ; Ranil Wickremesinghe
2022-06-colombia ; Who won the run-off of the presidential election in Colombia in June 2022? ; Gustavo Petro | Petro ; 2022 Colombian presidential election
2022-06-golf-us-open ; Which golfer won the men's U.S. Open in June 2022? ; Matt Fitzpatrick | Matthew Fitzpatrick | Fitzpatrick ; 2022 U.S. Open (golf)
2022-06-nba ; Which team won the NBA Finals in June 2022? ; Golden State Warriors | Golden State | Warriors ; 2022 NBA Finals
2022-06-stanley-cup ; Which team won the Stanley Cup in June 2022? ; Colorado Avalanche | Avalanche | Colorado ; 2022 Stanley Cup Finals
2022-06-womens-prize ; Which novelist won the Women's Prize for Fiction in June 2022? ; Ruth Ozeki | Ozeki ; Ruth Ozeki
2022-07-assassination ; Which former head of government was shot dead while giving a campaign speech in July 2022? ; Shinzo Abe | Abe Shinzo | Abe ; Assassination of Shinzo Abe
2022-07-golf-open ; Which golfer won the Open Championship in July 2022? ; Cameron Smith | Cam Smith ; 2022 Open Championship
2022-07-india ; Who was elected president of India in July 2022? ; Droupadi Murmu | Murmu ; 2022 Indian presidential election
2022-07-israel ; Who became prime minister of Israel at the start of July 2022? ; Yair Lapid | Lapid ; Yair Lapid
2022-07-tour ; Who won the Tour de France for men in July 2022? ; Jonas Vingegaard | Vingegaard ; 2022 Tour de France
2022-07-wimbledon-women ; Who won the women's singles at Wimbledon in July 2022? ; Elena Rybakina | Rybakina ; 2022 Wimbledon Championships
2022-08-car-bomb ; Whom did a car bomb kill near Moscow in August 2022? ; Darya Dugina | Daria Dugina | Dugina ; Darya Dugina
2022-08-kenya ; Who won the presidential election held in Kenya in August 2022? ; William Ruto | Ruto ; 2022 Kenyan general election
2022-08-malaysia ; Which former prime minister of Malaysia began a prison sentence in August 2022? ; Najib Razak | Najib Abdul Razak | Najib ; Najib Razak
2022-08-stabbing ; Which novelist was stabbed on a stage at Chautauqua, New York, in August 2022? ; Salman Rushdie | Rushdie ; Stabbing of Salman Rushdie
2022-08-taiwan ; Which American politician's visit to Taiwan in August 2022 was followed by Chinese military exercises? ; Nancy Pelosi | Pelosi ; 2022 visit by Nancy Pelosi to Taiwan
2022-08-welterweight ; Who beat Kamaru Usman in August 2022 to become UFC welterweight champion? ; Leon Edwards | Edwards ; UFC 278
2022-09-burkina-faso ; Which officer took power in Burkina Faso in the coup of September 2022? ; Ibrahim Traoré | Traoré ; September 2022 Burkina Faso coup d'état
2022-09-eurobasket ; Which country won the men's EuroBasket in September 2022? ; Spain ; EuroBasket 2022
2022-09-figma ; Which maker of design software did Adobe announce in September 2022 that it would buy? ; Figma ; Adobe Inc.
2022-09-italy ; Who led the party that came first in the general election in Italy in September 2022? ; Giorgia Meloni | Meloni ; 2022 Italian general election
2022-09-uk ; Who became prime minister of the United Kingdom in September 2022? ; Liz Truss | Elizabeth Truss | Truss ; Liz Truss
2022-09-us-open-men ; Who won the men's singles at the US Open tennis tournament in September 2022? ; Carlos Alcaraz | Alcaraz ; 2022 US Open (tennis)
2022-09-venice ; Which film won the Golden Lion at the Venice festival in September 2022? ; All the Beauty and the Bloodshed ; 79th Venice International Film Festival
2022-10-ballon-dor ; Which man won the Ballon d'Or awarded in October 2022? ; Karim Benzema | Benzema ; 2022 Ballon d'Or
2022-10-booker ; Which novelist won the Booker Prize in October 2022? ; Shehan Karunatilaka | Karunatilaka ; 2022 Booker Prize
2022-10-brazil ; Who won the run-off of the presidential election in Brazil in October 2022? ; Luiz Inácio Lula da Silva | Lula da Silva | Lula ; 2022 Brazilian general election
2022-10-nobel-literature ; Who won the Nobel Prize in Literature announced in October 2022? ; Annie Ernaux | Ernaux ; 2022 Nobel Prize in Literature
2022-10-nobel-medicine ; Who won the Nobel Prize in Medicine announced in October 2022? ; Svante Pääbo | Pääbo ; Svante Pääbo
2022-10-sweden ; Who became prime minister of Sweden in October 2022? ; Ulf Kristersson | Kristersson ; Ulf Kristersson
2022-10-uk ; Who became prime minister of the United Kingdom in October 2022? ; Rishi Sunak | Sunak ; Rishi Sunak
2022-11-bankruptcy ; Which large cryptocurrency exchange filed for bankruptcy in November 2022? ; FTX | FTX Trading | FTX.com ; Bankruptcy of FTX
2022-11-malaysia ; Who became prime minister of Malaysia in November 2022? ; Anwar Ibrahim | Anwar ; Anwar Ibrahim
2022-11-melbourne-cup ; Which horse won the Melbourne Cup in November 2022? ; Gold Trip ; 2022 Melbourne Cup
2022-11-slovenia ; Who won the run-off of the presidential election in Slovenia in November 2022? ; Nataša Pirc Musar | Pirc Musar | Musar ; 2022 Slovenian presidential election
2022-11-t20 ; Which country won the men's T20 World Cup final played in November 2022? ; England ; 2022 ICC Men's T20 World Cup
2022-11-world-cup-upset ; Which team beat Argentina in the group stage of the football World Cup in November 2022? ; Saudi Arabia | Saudi ; 2022 FIFA World Cup Group C
2022-11-world-series ; Which team won baseball's World Series that ended in November 2022? ; Houston Astros | Houston | Astros ; 2022 World Series
2022-12-fiji ; Who became prime minister of Fiji in December 2022? ; Sitiveni Rabuka | Rabuka ; Sitiveni Rabuka
2022-12-nepal ; Who was appointed prime minister of Nepal in December 2022? ; Pushpa Kamal Dahal | Prachanda | Dahal ; Pushpa Kamal Dahal
2022-12-peru ; Who became president of Peru in December 2022? ; Dina Boluarte | Boluarte ; Dina Boluarte
2022-12-turner ; Which artist won the Turner Prize in December 2022? ; Veronica Ryan ; Veronica Ryan
2022-12-world-cup ; Which country won the men's football World Cup final of December 2022? ; Argentina ; 2022 FIFA World Cup
2022-12-world-cup-africa ; Which African team reached the semi-finals of the men's football World Cup in December 2022? ; Morocco ; 2022 FIFA World Cup
`;
